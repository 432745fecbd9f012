import { endpoints, type Endpoint } from "../../contract/wire/endpoints.ts";
import { referenceEndpoints } from "../../contract/wire/referenceEndpoints.ts";
import { keepEarlyCall } from "../providers/calls/earlyCalls.ts";
import type { PortalConfig } from "../providers/calls/portalConfig.ts";
import { buildUrl, createVendorCall } from "../providers/calls/vendorCall.ts";
import { session } from "../providers/session.ts";
import { BASE_PATH } from "../routes.ts";
import { findScreen, type ScreenName } from "../screens.ts";

const REFERENCE_CALLS = Object.values(referenceEndpoints).map(([endpoint]) => endpoint);

/** The calls of `prefetchRoute`. */
const PAGE_CALLS: Partial<Record<ScreenName, Endpoint[]>> = {
  home: [endpoints.listRecords, endpoints.listConflicts, ...REFERENCE_CALLS],
  view: [
    endpoints.getRecord,
    endpoints.listFiles,
    endpoints.listArchive,
    endpoints.conflictSummary,
    endpoints.listNotifications,
    endpoints.listMessages,
    endpoints.uploadProgress,
    endpoints.downloadLink,
    endpoints.listHistory,
    ...REFERENCE_CALLS,
  ],
};

/** Sends the calls of the page at this path, so that the responses arrive while the page's code is loading. */
export function startPageCalls(config: PortalConfig, pathname: string): void {
  const account = session.getAccount();
  const screen = findScreen(pathname);
  if (!account || !screen) return;
  const { username, accessToken } = account;
  const call = createVendorCall(config, () => session.getAccount()?.accessToken);
  // The router, which knows the parameters of a path, is not loaded yet.
  const recordId = pathname.slice(BASE_PATH.length).split("/")[3] ?? "";
  for (const endpoint of PAGE_CALLS[screen] ?? []) {
    const params = { username, recordId };
    keepEarlyCall(buildUrl(config, endpoint, params), accessToken, call(endpoint, { params }));
  }
}
