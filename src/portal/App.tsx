import Box from "@mui/material/Box";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { BrowserRouter } from "react-router";
import { BASE_PATH } from "./routes.ts";
import { Providers } from "./shell/Providers.tsx";
import { Screens } from "./shell/Screens.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useConfigReading } from "./shell/useConfigReading.ts";
import { theme } from "./theme.ts";
import { PRODUCT_NAME } from "./productName.ts";
import { ErrorState } from "./ui/ErrorState.tsx";
import { Loading } from "./ui/Loading.tsx";
import { PageFrame } from "./ui/PageFrame.tsx";

/** The portal of a signed-in user. */
export function App() {
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <ConfiguredApp />
    </ThemeProvider>
  );
}

function ConfiguredApp() {
  const { config, error, retry } = useConfigReading();
  if (error !== undefined)
    return (
      <Box component="main" sx={{ px: 2, py: 6 }}>
        <PageFrame title={PRODUCT_NAME}>
          <ErrorState title="The portal could not be opened" error={error} onRetry={retry} />
        </PageFrame>
      </Box>
    );
  if (!config) return <Loading label="Opening the portal" />;
  return (
    <BrowserRouter basename={BASE_PATH}>
      <Providers config={config}>
        <Shell>
          <Screens />
        </Shell>
      </Providers>
    </BrowserRouter>
  );
}
