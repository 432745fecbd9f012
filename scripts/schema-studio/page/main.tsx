import "@fontsource-variable/inter/wght.css";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, use } from "react";
import { createRoot } from "react-dom/client";
import { theme as portalTheme } from "../../../src/portal/theme.ts";
import { loadStart } from "./calls.ts";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { StudioPage } from "./StudioPage.tsx";

/** RJSF shows titles and help of its own forms as headings of a lower level. */
const MuiTypography = { defaultProps: { variantMapping: { h5: "h3", subtitle2: "p" } } };

const theme = { ...portalTheme, components: { ...portalTheme.components, MuiTypography } };

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

const started = loadStart();

const LoadedStudio = () => <StudioPage {...use(started)} />;

createRoot(document.getElementById("root")!).render(
  <QueryClientProvider client={queryClient}>
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <PreviewBoundary title="The studio could not be opened.">
        <Suspense fallback={<main>Loading the schemas…</main>}>
          <LoadedStudio />
        </Suspense>
      </PreviewBoundary>
    </ThemeProvider>
  </QueryClientProvider>,
);
