import { QueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { CoreAdminContext, localStorageStore } from "react-admin";
import { createAuthProvider } from "../providers/authProvider.ts";
import { createDataProvider } from "../providers/dataProvider.ts";
import { discardDraftsOnSignOut } from "../providers/discardDraftsOnSignOut.ts";
import type { PortalConfig } from "../providers/portalConfig.ts";
import { session } from "../providers/session.ts";
import { createVendorCall } from "../providers/vendorCall.ts";
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
      authProvider: createAuthProvider(call),
      queryClient: createQueryClient(),
      store: localStorageStore(undefined, STORE_NAME),
    };
  });
  useEffect(discardDraftsOnSignOut, []);
  return (
    <PortalConfigContext value={config}>
      <CoreAdminContext {...made}>
        {children}
        <Toasts />
      </CoreAdminContext>
    </PortalConfigContext>
  );
}

/** One more try where no answer came; what the services refuse is shown at once. */
function createQueryClient(): QueryClient {
  const gotNoAnswer = (error: unknown) => error instanceof VendorError && error.status === 0;
  return new QueryClient({
    defaultOptions: {
      // Whether the services can be reached is for a call to find out: the browser's guess would hold it back unsaid.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        retry: (failures, error) => failures < 1 && gotNoAnswer(error),
        retryDelay: 600,
      },
    },
  });
}
