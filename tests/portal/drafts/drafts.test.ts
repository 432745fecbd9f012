import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { trackDraftSave } from "../../../src/portal/providers/calls/draftCalls.ts";
import { createDataProvider } from "../../../src/portal/providers/dataProvider.ts";
import { deviceDrafts } from "../../../src/portal/providers/deviceDrafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";
import { draftService, findStoredValues, storeDeviceDraft, storeDraft } from "../../support/draftService.ts";

const withNewVersion = vi.hoisted(() => (schema: EntitySchema): EntitySchema => ({
  ...schema,
  "x-changes": { version: 2 },
  properties: {
    ...schema.properties,
    softwareVersion: {
      type: "array",
      items: { type: "string" },
      "x-changes": { converted: [{ version: 1, by: "list" }] },
    },
  },
}));

vi.mock("../../../src/contract/generated/schemas/metadata.json", async (load) => ({
  default: withNewVersion((await load<{ default: EntitySchema }>()).default),
}));

const withNewContactVersion = vi.hoisted(() => (schema: EntitySchema): EntitySchema => ({
  ...schema,
  "x-changes": { version: 2, removed: [{ version: 1, name: "fax" }] },
  properties: {
    ...schema.properties,
    firstName: {
      ...schema.properties.firstName,
      "x-changes": { renamed: [{ version: 1, name: "givenName" }] },
    },
    language: { type: "string", "x-changes": { since: { version: 2, value: "English" } } },
  },
}));

vi.mock("../../../src/contract/generated/schemas/contact.json", async (load) => ({
  default: withNewContactVersion((await load<{ default: EntitySchema }>()).default),
}));

const aProvider = () => {
  const { call, askedFor } = aVendorService(draftService.answers);
  const baseUrls = { authBaseUrl: "/api", middlewareBaseUrl: "/api" };
  return { askedFor, provider: createDataProvider(call, baseUrls, new QueryClient()) };
};

const openDraft = () => aProvider().provider.openDraft("7");

beforeEach(() => {
  localStorage.clear();
  session.start(anAccount());
  draftService.clear();
});

const older = { values: { softwareVersion: "6.4" }, baseValues: { softwareVersion: "6.3" } };
const current = { values: { softwareVersion: ["6.4"] }, baseValues: { softwareVersion: ["6.3"] } };

it("converts drafts of an earlier schema version, also those on this device", async () => {
  storeDraft("7", older);
  storeDeviceDraft("7", older, { exchangedValues: older.baseValues });
  expect(await openDraft()).toMatchObject({
    stored: { content: current },
    copies: [{ content: current, exchangedValues: current.baseValues }],
  });
});

it("converts the changes of contact dialogs, and adds no values that the user has not entered", async () => {
  storeDraft("7", { values: {}, contactDialogValues: { "edit 4": { givenName: "Nora" } } });
  const { stored } = await openDraft();
  expect(stored?.content.contactDialogValues).toEqual({ "edit 4": { firstName: "Nora" } });
});

it("drops a contact dialog whose changed fields were removed", async () => {
  const contactDialogValues = { "edit 4": { givenName: "Nora" }, "edit 5": { fax: "512" } };
  storeDraft("7", { values: {}, contactDialogValues });
  const { stored } = await openDraft();
  expect(Object.keys(stored?.content.contactDialogValues ?? {})).toEqual(["edit 4"]);
});

it("does not convert a draft of the current schema version again", async () => {
  storeDraft("7", { values: { softwareVersion: "6.4" }, schemaVersion: 2 });
  expect(await openDraft()).toMatchObject({ stored: { content: { values: { softwareVersion: "6.4" } } } });
});

it("lists drafts after a save that failed", async () => {
  const failed = trackDraftSave("7", Promise.reject(new Error("The draft could not be merged")));
  const { provider } = aProvider();
  const listed = provider.listDraftsOfRecords(["7"]);
  await expect(failed).rejects.toThrow("merged");
  expect(await listed).toEqual([]);
  expect(await provider.listNewRecordDrafts()).toMatchObject({ drafts: [] });
});

it("opens a draft after 5 seconds if IndexedDB does not respond", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  try {
    storeDraft("7", current);
    const opening = openDraft();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await opening).toMatchObject({ stored: { content: current } });
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

it.each(["openDraft", "sendDeviceDrafts"] as const)(
  "%s drops a copy that is older than what its window has sent, such as after a killed browser",
  async (call) => {
    const typedUntil = { closed: "2026-03-02T15:04:06.000Z" };
    storeDraft("7", { values: { modelName: "Denton Creek" }, typedUntil });
    storeDeviceDraft("7", { values: { modelName: "Den" } });
    storeDraft("8", { typedUntil });
    storeDeviceDraft("8", {}, { revision: 1, savedAt: "2026-03-02T15:04:07.000Z" });
    const { provider, askedFor } = aProvider();
    for (const key of ["7", "8"]) await provider[call](key);
    const isSent = call === "sendDeviceDrafts";
    expect(deviceDrafts.list(anAccount().username).map(({ key }) => key)).toEqual(isSent ? [] : ["8"]);
    expect(askedFor(endpoints.saveDraft.path).map(({ body }) => body?.key)).toEqual(isSent ? ["8"] : []);
    expect(findStoredValues("7")).toEqual({ modelName: "Denton Creek" });
  },
);

it("neither lists, opens nor sends what another user typed on this device", async () => {
  storeDeviceDraft("7", { values: { softwareVersion: ["6.4"] } });
  session.start(anAccount({ id: "2", username: "vendor2" }));
  const { provider, askedFor } = aProvider();
  expect(await provider.listDraftsOfRecords(["7"])).toEqual([]);
  expect(await provider.listNewRecordDrafts()).toMatchObject({ drafts: [] });
  expect((await provider.openDraft("7")).copies).toEqual([]);
  await provider.sendDeviceDrafts();
  expect(askedFor(endpoints.saveDraft.path)).toEqual([]);
  expect(deviceDrafts.list(anAccount().username)).toHaveLength(1);
});
