import { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { defaultI18nProvider, localStorageStore } from "react-admin";
import { matchPath } from "react-router";
import { createAuthProvider } from "../providers/authProvider.ts";
import { createDataProvider, type PortalDataProvider } from "../providers/dataProvider.ts";
import { discardDraftsOnSignOut } from "../providers/drafts.ts";
import type { PortalConfig } from "../providers/calls/portalConfig.ts";
import { prefetchRecordPage } from "../providers/recordQueries.ts";
import { session } from "../providers/session.ts";
import { FIRST_RECORDS } from "../providers/useAnswer.ts";
import { BASE_PATH, routes } from "../routes.ts";
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
    askFirst(queryClient, dataProvider, location.pathname);
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

/** Asks for what the page of an address shows while that is still being made, not only once it is there. */
function askFirst(queries: QueryClient, dataProvider: PortalDataProvider, pathname: string): void {
  const { recordId } = matchPath(BASE_PATH + routes.view, pathname)?.params ?? {};
  const [queryKey, ask] = FIRST_RECORDS;
  if (recordId !== undefined) prefetchRecordPage(queries, dataProvider, recordId);
  else if (screenAt(pathname) === "home")
    void queries.prefetchQuery({ queryKey, queryFn: () => ask(dataProvider) });
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
