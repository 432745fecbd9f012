import { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { defaultI18nProvider, localStorageStore } from "react-admin";
import { createAuthProvider } from "../providers/authProvider.ts";
import { createDataProvider } from "../providers/dataProvider.ts";
import { discardUploadsOnSignOut } from "../browser-upload/runs/uploadStorage.ts";
import { discardDraftsOnSignOut } from "../providers/deviceDrafts.ts";
import type { PortalConfig } from "../providers/calls/portalConfig.ts";
import { session } from "../providers/session.ts";
import { SCROLL_POSITION_KEY } from "../review-queue/ScrollPosition.tsx";
import { prefetchRoute } from "./prefetchRoute.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { ApiError } from "../providers/calls/apiError.ts";

/** Ends with a slash, so that no user's name is a prefix of another's. */
const getStoreName = (username: string) => `flood-model-portal/${encodeURIComponent(username)}/`;

/** Created once per user (`key` in Root), so that users do not share data. */
export function useProviders(config: PortalConfig) {
  const [providers] = useState(() => {
    const call = createVendorCall(config, () => session.getAccount()?.accessToken);
    const queryClient = createQueryClient();
    const dataProvider = createDataProvider(call, config, queryClient);
    prefetchRoute(queryClient, dataProvider, location.pathname);
    const store = localStorageStore(undefined, getStoreName(session.getAccount()?.username ?? ""));
    // Each visit starts at the top of the list.
    store.removeItem(SCROLL_POSITION_KEY);
    return {
      dataProvider,
      authProvider: createAuthProvider(call),
      queryClient,
      i18nProvider: defaultI18nProvider,
      store,
    };
  });
  useEffect(discardDraftsOnSignOut, []);
  useEffect(discardUploadsOnSignOut, []);
  const { dataProvider } = providers;
  useEffect(() => void dataProvider.sendDeviceDrafts(), [dataProvider]);
  return providers;
}

/** One retry after a network error. Other errors are shown at once. */
function createQueryClient(): QueryClient {
  const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0;
  return new QueryClient({
    defaultOptions: {
      // "always", because the browser's online guess would silently pause calls.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        retry: (failures, error) => failures < 1 && isNetworkError(error),
        retryDelay: 600,
      },
    },
  });
}
