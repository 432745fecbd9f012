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
import { PortalConfigContext } from "../../src/portal/usePortalConfig.ts";
import { anAccount } from "./anAccount.ts";
import { aConfig, portalNetwork, type Answers } from "./portalNetwork.ts";

interface Setting {
  /** Path below the base path. */
  at?: string;
  /** Answers of the vendor calls, by their path. */
  answers?: Answers;
  config?: Partial<PortalConfig>;
  /** Who is signed in; null for nobody. */
  account?: Account | null;
}

/** The whole portal in a browser at a path, with only the network replaced. */
export async function renderApp({ at = routes.home, account = anAccount(), ...setting }: Setting = {}) {
  const surroundings = surround(account, setting);
  history.replaceState(null, "", BASE_PATH + at);
  // Awaited, because screens are fetched lazily: React gives up on what is fetched while it renders for a test at once.
  const page = await act(async () => render(<Root />));
  return { ...surroundings, ...page, path: () => location.pathname };
}

/** One screen under a route, signed in, without the shell; other paths show only where one has come. */
export function renderScreen(
  screen: ReactNode,
  { at = routes.home, route = at, ...setting }: Setting & { route?: string } = {},
) {
  const surroundings = surround(setting.account === undefined ? anAccount() : setting.account, setting);
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

function surround(account: Account | null, { answers, config }: Setting) {
  const network = portalNetwork(answers, aConfig(config));
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  if (account) session.start(account);
  onTestFinished(() => {
    session.end();
    localStorage.clear();
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
