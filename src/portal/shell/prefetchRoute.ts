import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { historyQuery, recordQueries } from "../providers/recordQueries.ts";
import { ALL_ROWS_PARAMS } from "../providers/vendorHttpClient.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { findScreen } from "../screens.ts";

/** Fetches the data of the page at this path while the page's code is loading. */
export function prefetchRoute(
  queryClient: QueryClient,
  dataProvider: PortalDataProvider,
  pathname: string,
): void {
  const { recordId } = matchPath(BASE_PATH + routes.view, pathname)?.params ?? {};
  if (recordId !== undefined) prefetchRecordPage(queryClient, dataProvider, recordId);
  else if (findScreen(pathname) === "home")
    // The page shows the error.
    void dataProvider.getList("records", ALL_ROWS_PARAMS).catch(() => undefined);
}

function prefetchRecordPage(
  queryClient: QueryClient,
  dataProvider: PortalDataProvider,
  recordId: string,
): void {
  const parts: FetchQueryOptions[] = Object.values(recordQueries(dataProvider, recordId));
  for (const query of parts) void queryClient.prefetchQuery(query);
  void queryClient.prefetchInfiniteQuery(historyQuery(dataProvider, recordId));
  void queryClient.prefetchQuery({
    // react-admin's key of useGetOne.
    queryKey: ["records", "getOne", { id: recordId }],
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as unknown,
  });
}
