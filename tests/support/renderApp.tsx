import { CssBaseline, ThemeProvider } from "@mui/material";
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { CoreAdminContext } from "react-admin";
import { createMemoryRouter, Route, RouterProvider, Routes, useLocation } from "react-router";
import { onTestFinished, vi } from "vitest";
import type { Account } from "../../src/contract/generated/entities.ts";
import type { PortalConfig } from "../../src/portal/providers/calls/portalConfig.ts";
import { session } from "../../src/portal/providers/session.ts";
import { Root } from "../../src/portal/Root.tsx";
import { BASE_PATH, routes } from "../../src/portal/routes.ts";
import { Toasts } from "../../src/portal/shell/Layout.tsx";
import { useProviders } from "../../src/portal/shell/useProviders.ts";
import { theme } from "../../src/portal/theme.ts";
import { PortalConfigContext } from "../../src/portal/providers/usePortalConfig.ts";
import { anAccount } from "./anAccount.ts";
import { draftService } from "./draftService.ts";
import { aConfig, portalNetwork, type Answers } from "./portalNetwork.ts";

interface RenderOptions {
  /** Path below the base path. */
  at?: string;
  /** Answers of the vendor calls, by path. */
  answers?: Answers;
  config?: Partial<PortalConfig>;
  /** The logged-in user; null if none. */
  account?: Account | null;
}

/** Renders the whole portal at a path. Only the network is fake. */
export async function renderApp({ at = routes.home, account = anAccount(), ...setting }: RenderOptions = {}) {
  const surroundings = setUpBrowser(account, setting);
  history.replaceState(null, "", BASE_PATH + at);
  // Screens are lazy: without an awaited act, React does not render what loads later.
  const page = await act(async () => render(<Root />));
  return { ...surroundings, ...page, path: () => location.pathname };
}

/** Renders one screen at a route without the shell. Other paths only show their address. */
export function renderScreen(
  screen: ReactNode,
  { at = routes.home, route = at, ...setting }: RenderOptions & { route?: string } = {},
) {
  const surroundings = setUpBrowser(setting.account === undefined ? anAccount() : setting.account, setting);
  const element = (
    <Providers config={aConfig(setting.config)}>
      <Routes>
        <Route path={route} element={screen} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </Providers>
  );
  const page = render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <RouterProvider router={createMemoryRouter([{ path: "*", element }], { initialEntries: [at] })} />
    </ThemeProvider>,
  );
  return { ...surroundings, ...page, path: () => page.getByTestId("address").textContent };
}

function setUpBrowser(account: Account | null, { answers, config }: RenderOptions) {
  const network = portalNetwork(answers, aConfig(config));
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  if (account) session.start(account);
  onTestFinished(() => {
    session.end();
    localStorage.clear();
    draftService.clear();
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
  });
  return { ...network, user: userEvent.setup() };
}

function Providers({ config, children }: { config: PortalConfig; children: ReactNode }) {
  return (
    <PortalConfigContext value={config}>
      <CoreAdminContext {...useProviders(config)}>
        {children}
        <Toasts />
      </CoreAdminContext>
    </PortalConfigContext>
  );
}

const Address = () => (
  <output data-testid="address" hidden>
    {useLocation().pathname}
  </output>
);
