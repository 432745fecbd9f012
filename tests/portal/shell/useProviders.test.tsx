import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { BASE_PATH, getRecordPath, routes } from "../../../src/portal/routes.ts";
import { startPageCalls } from "../../../src/portal/shell/startPageCalls.ts";
import { useProviders } from "../../../src/portal/shell/useProviders.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aConfig, portalNetwork } from "../../support/portalNetwork.ts";
import { detailAnswers } from "../record-detail/renderDetail.tsx";

const renderAt = (path: string, beforeRender: () => void = () => undefined) => {
  history.replaceState(null, "", BASE_PATH + path);
  const network = portalNetwork(detailAnswers, aConfig());
  session.start(anAccount());
  beforeRender();
  onTestFinished(() => {
    session.end();
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
  });
  const { queryClient } = renderHook(() => useProviders(aConfig())).result.current;
  return { ...network, queryClient };
};

it.each([
  ["on Home", routes.home, 1],
  ["on the login page, which redirects there", routes.login, 1],
  ["not on another screen", getRecordPath("form", "7"), 0],
])("useProviders prefetches the list of records: %s", (_, path, times) => {
  expect(renderAt(path).askedFor(endpoints.listRecords.path)).toHaveLength(times);
});

const { getRecord, listFiles, listArchive, conflictSummary, listNotifications, listMessages } = endpoints;

it("useProviders prefetches the record page's data", () => {
  const { askedFor } = renderAt(getRecordPath("view", "7"));
  for (const { path } of [
    getRecord,
    listFiles,
    listArchive,
    conflictSummary,
    listNotifications,
    listMessages,
  ])
    expect(askedFor(path), path).toHaveLength(1);
});

it.each([routes.home, getRecordPath("view", "7")])(
  "useProviders uses the responses that startPageCalls requested for %s",
  async (path) => {
    const { asked, queryClient } = renderAt(path, () => startPageCalls(aConfig(), location.pathname));
    const early = asked.map(({ path }) => path);
    const queries = queryClient.getQueryCache();
    await vi.waitFor(() => {
      const statuses = queries.getAll().map(({ state }) => state.status);
      expect(new Set(statuses)).toEqual(new Set(["success"]));
    });
    expect(early.length).toBeGreaterThan(3);
    expect(asked.flatMap(({ path }) => (early.includes(path) ? path : []))).toEqual(early);
  },
);

it("startPageCalls sends nothing without a session or for other pages", () => {
  const network = portalNetwork(detailAnswers, aConfig());
  startPageCalls(aConfig(), BASE_PATH + routes.home);
  session.start(anAccount());
  startPageCalls(aConfig(), BASE_PATH + routes.settings);
  session.end();
  vi.unstubAllGlobals();
  expect(network.asked).toEqual([]);
});
