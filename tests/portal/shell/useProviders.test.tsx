import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { BASE_PATH, getRecordPath, routes } from "../../../src/portal/routes.ts";
import { useProviders } from "../../../src/portal/shell/useProviders.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aConfig, portalNetwork } from "../../support/portalNetwork.ts";
import { detailAnswers } from "../record-detail/renderDetail.tsx";

const renderAt = (path: string) => {
  history.replaceState(null, "", BASE_PATH + path);
  const network = portalNetwork(detailAnswers, aConfig());
  session.start(anAccount());
  onTestFinished(() => {
    session.end();
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
  });
  renderHook(() => useProviders(aConfig()));
  return network;
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
