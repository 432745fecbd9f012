import { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { defaultI18nProvider, localStorageStore } from "react-admin";
import { createAuthProvider } from "../providers/authProvider.ts";
import { createDataProvider } from "../providers/dataProvider.ts";
import { discardDraftsOnSignOut } from "../providers/drafts.ts";
import type { PortalConfig } from "../providers/calls/portalConfig.ts";
import { session } from "../providers/session.ts";
import { FIRST_RECORDS } from "../providers/useAnswer.ts";
import { screenAt } from "../screens.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { VendorError } from "../providers/calls/vendorError.ts";

/** Ends so that no user's name is the beginning of another's. */
const storeName = (username: string) => `flood-model-portal/${encodeURIComponent(username)}/`;

/** Data, session and preferences, as react-admin takes them. Made anew for each user, so that none sees another's. */
export function useProviders(config: PortalConfig) {
  const [providers] = useState(() => {
    const call = createVendorCall(config, () => session.current()?.accessToken);
    const dataProvider = createDataProvider(call, config);
    const queryClient = createQueryClient();
    // While the page is still being made: Home asks as soon as it is there.
    if (screenAt(location.pathname) === "home") {
      const [queryKey, ask] = FIRST_RECORDS;
      void queryClient.prefetchQuery({ queryKey, queryFn: () => ask(dataProvider) });
    }
    return {
      dataProvider,
      authProvider: createAuthProvider(call),
      queryClient,
      i18nProvider: defaultI18nProvider,
      store: localStorageStore(undefined, storeName(session.current()?.username ?? "")),
    };
  });
  useEffect(discardDraftsOnSignOut, []);
  return providers;
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
