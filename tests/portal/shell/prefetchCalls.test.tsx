import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { listPrefetchRequests } from "../../../src/portal/providers/calls/prefetchRequests.ts";
import { prefetchCalls, createVendorCall } from "../../../src/portal/providers/calls/vendorCall.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { preloadPortal } from "../../../src/portal/Root.tsx";
import { BASE_PATH, getRecordPath, routes } from "../../../src/portal/routes.ts";
import { RecordView } from "../../../src/portal/shell/RecordView.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aConfig, portalNetwork } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { detailAnswers } from "../record-detail/renderDetail.tsx";

const VIEW = getRecordPath("view", "7");
const paths = listPrefetchRequests(BASE_PATH + VIEW).map(([{ path }]) => path);

// First in its file: the portal is loaded once per test file.
it("preloadPortal sends all requests of the record page before rendering, files first", async () => {
  const { asked } = portalNetwork(detailAnswers);
  session.start(anAccount());
  history.replaceState(null, "", BASE_PATH + VIEW);
  await preloadPortal();
  expect(asked.map(({ path }) => path)).toEqual(paths);
  expect(paths[0]).toBe(endpoints.listFiles.path);
  session.end();
});

it("RecordView uses the prefetched responses", async () => {
  const account = anAccount();
  portalNetwork(detailAnswers);
  prefetchCalls(aConfig(), account.accessToken, listPrefetchRequests(BASE_PATH + VIEW));
  history.replaceState(null, "", BASE_PATH + VIEW);
  const { asked } = renderScreen(<RecordView />, {
    at: VIEW,
    route: routes.view,
    account,
    answers: detailAnswers,
  });
  expect(await screen.findByRole("region", { name: "Metadata" })).toBeVisible();
  expect(asked.filter(({ path }) => paths.includes(path))).toEqual([]);
});

it.each(["/metadata_app/app/", "/metadata_app/app/view/", "/metadata_app/app/form/7", "/elsewhere"])(
  "listPrefetchRequests returns nothing for %s",
  (path) => expect(listPrefetchRequests(path)).toEqual([]),
);

it("prefetchCalls serves a response once, within 10 seconds, for the same token", async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async () => Response.json([]));
  vi.stubGlobal("fetch", fetched);
  const call = (token: string, endpoint: Endpoint) => createVendorCall(aConfig(), () => token)(endpoint);
  prefetchCalls(aConfig(), "mine", [
    [endpoints.listAgencies],
    [endpoints.listSoftware],
    [endpoints.listCollections],
  ]);
  expect(fetched).toHaveBeenCalledTimes(3);
  await call("another's", endpoints.listAgencies);
  expect(fetched).toHaveBeenCalledTimes(4);
  await call("mine", endpoints.listSoftware);
  expect(fetched).toHaveBeenCalledTimes(4);
  await call("mine", endpoints.listSoftware);
  expect(fetched).toHaveBeenCalledTimes(5);
  vi.advanceTimersByTime(10_000);
  await call("mine", endpoints.listCollections);
  expect(fetched).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
