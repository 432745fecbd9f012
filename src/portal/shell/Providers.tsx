import { QueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { CoreAdminContext, localStorageStore, type AuthProvider } from "react-admin";
import { createAuthProvider } from "../providers/authProvider.ts";
import { createDataProvider } from "../providers/dataProvider.ts";
import type { PortalConfig } from "../providers/portalConfig.ts";
import { session } from "../providers/session.ts";
import { createVendorCall, type VendorCall } from "../providers/vendorCall.ts";
import { VendorError } from "../providers/vendorError.ts";
import { PortalConfigContext } from "../usePortalConfig.ts";
import { Toasts } from "./Toasts.tsx";

const STORE_NAME = "flood-model-portal";

interface ProvidersProps {
  config: PortalConfig;
  children: ReactNode;
}

/** Data, session and preferences for the screens. Made anew with each session, so that no user sees another's. */
export function Providers({ config, children }: ProvidersProps) {
  const [made] = useState(() => {
    const call = createVendorCall(config, () => session.current()?.accessToken);
    return {
      dataProvider: createDataProvider(call, config),
      authProvider: authProviderOf(call),
      queryClient: createQueryClient(),
      store: localStorageStore(undefined, STORE_NAME),
    };
  });
  return (
    <PortalConfigContext value={config}>
      <CoreAdminContext {...made}>
        {children}
        <Toasts />
      </CoreAdminContext>
    </PortalConfigContext>
  );
}

/** The page shown after the session is chosen by Root, not by a redirect of the router it takes away. */
function authProviderOf(call: VendorCall): AuthProvider {
  const authProvider = createAuthProvider(call);
  return {
    ...authProvider,
    async logout(params) {
      await authProvider.logout(params);
      return false;
    },
  };
}

/** One more try where no answer came; what the services refuse is shown at once. */
function createQueryClient(): QueryClient {
  const gotNoAnswer = (error: unknown) => error instanceof VendorError && error.status === 0;
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && gotNoAnswer(error), retryDelay: 600 },
    },
  });
}
