import "@fontsource-variable/inter/wght.css";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, use } from "react";
import { createRoot } from "react-dom/client";
import { theme as portalTheme } from "../../../src/portal/theme.ts";
import { loadStart, RETRY_WITHOUT_ANSWER } from "./calls.ts";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { StudioPage } from "./StudioPage.tsx";

/** RJSF shows titles and help of its own forms as headings of a lower level. */
const MuiTypography = { defaultProps: { variantMapping: { h5: "h3", subtitle2: "p" } } };

const theme = { ...portalTheme, components: { ...portalTheme.components, MuiTypography } };

/** The server is on this computer: it answers also without a network. */
const LOCAL = { networkMode: "always" } as const;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { ...LOCAL, ...RETRY_WITHOUT_ANSWER, staleTime: Infinity },
    mutations: LOCAL,
  },
});

// Vite's part of the page would reload it, and lose the edits, once the server is started again.
import.meta.hot?.on("vite:ws:disconnect", () => new Promise(() => undefined));

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
