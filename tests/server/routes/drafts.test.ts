import { beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { purgeOldRows } from "../../../src/server/background/purgeOldRows.ts";
import { deleteRecordRows } from "../../../src/server/stores/records/purgeStore.ts";
import { aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import { readPages } from "../../support/readPages.ts";

const DAY_MS = 24 * 60 * 60_000;

withDemoServer("Drafts", (server) => {
  let vendor1: Api, vendor2: Api;
  beforeAll(async () => {
    vendor1 = await signedIn(server(), "vendor1");
    vendor2 = await signedIn(server(), "vendor2");
  });

  let lastKey = 0;
  const aKey = () => `new-${(lastKey += 1)}`;
  const aDraft = (key: string, change: JsonObject = {}) => ({
    body: {
      key,
      revision: 0,
      window_id: "a",
      summary: { title: "Denton" },
      content: { values: {} },
      ...change,
    },
  });
  const content = (modelName: string) => ({ content: { values: { modelName } } });
  const read = async (key: string, api = vendor1) =>
    (await api(endpoints.getDraft, { params: { key } })).rows[0];
  const list = async (api = vendor1) => (await api(endpoints.listDrafts)).rows;
  const readPagesOf = (query: Record<string, string>, api = vendor1) =>
    readPages(api, endpoints.listDrafts, { query });
  const listKeys = async (api = vendor1) => (await list(api)).map(({ key }) => key);
  const aRecord = async () => {
    const { rows } = await vendor1(endpoints.addRecord, { body: await aSave(server()) });
    return String(rows[0]![RECORD_ID_KEY]);
  };
  const aRecordWithDraft = async () => {
    const id = await aRecord();
    const saved = await vendor1(endpoints.saveDraft, aDraft(id, { [RECORD_ID_KEY]: id }));
    expect(saved).toMatchObject({ status: 200, body: { [RECORD_ID_KEY]: id } });
    return id;
  };

  it("are saved incomplete, listed without their content and deleted", async () => {
    const key = aKey();
    const saved = await vendor1(endpoints.saveDraft, aDraft(key, content("Typed")));
    expect(saved).toMatchObject({ status: 200, body: { key, revision: 1, window_id: "a" } });
    expect(Date.now() - Date.parse(String(saved.body["saved_at"]))).toBeLessThan(DAY_MS);
    expect(await read(key)).toMatchObject({ ...content("Typed"), revision: 1, summary: { title: "Denton" } });
    const [listed] = await list();
    expect(listed).toMatchObject({ key, summary: { title: "Denton" } });
    expect(listed).not.toHaveProperty("content");
    expect((await vendor1(endpoints.deleteDraft, aDraft(key, { revision: 1 }))).status).toBe(200);
    expect(await read(key)).toBeUndefined();
  });

  it("of another window are neither overwritten nor deleted, but returned", async () => {
    const key = aKey();
    await vendor1(endpoints.saveDraft, aDraft(key, content("First window")));
    const second = { window_id: "b", ...content("Second window") };
    const refused = await vendor1(endpoints.saveDraft, aDraft(key, second));
    expect(refused).toMatchObject({
      status: 409,
      message: "You are also editing this in another window.",
      body: { current: { ...content("First window"), revision: 1, window_id: "a" } },
    });
    await vendor1(endpoints.deleteDraft, aDraft(key, { window_id: "b" }));
    expect(await read(key)).toMatchObject(content("First window"));
    const replaced = await vendor1(endpoints.saveDraft, aDraft(key, { ...second, revision: 1 }));
    expect(replaced).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await read(key)).toMatchObject(content("Second window"));
  });

  it("can be saved again by the same window, whose first response was lost", async () => {
    const key = aKey();
    await vendor1(endpoints.saveDraft, aDraft(key));
    const repeated = await vendor1(endpoints.saveDraft, aDraft(key, content("Repeated")));
    expect(repeated).toMatchObject({ status: 200, body: { revision: 2 } });
  });

  it("saved at the same time in many windows lose no change", async () => {
    const key = aKey();
    const windows = Array.from({ length: 8 }, (_, at) => `window-${at}`);
    const saves = await Promise.all(
      windows.map((id) => vendor1(endpoints.saveDraft, aDraft(key, { window_id: id, ...content(id) }))),
    );
    const [winner, ...others] = saves.toSorted((a, b) => a.status - b.status);
    expect(winner).toMatchObject({ status: 200, body: { revision: 1 } });
    const stored = await read(key);
    expect(stored).toMatchObject({ window_id: winner!.body["window_id"] });
    for (const { status, body } of others)
      expect({ status, body }).toMatchObject({ status: 409, body: { current: { key } } });
  });

  it("are listed page by page, of new records or with the given keys, the last saved first", async () => {
    const ofRecord = await aRecordWithDraft();
    const first = aKey();
    const keys = [first, `${first}_b`, aKey()];
    for (const key of keys) await vendor1(endpoints.saveDraft, aDraft(key));
    const { db } = server().services;
    const savedAt = new Date("2026-01-02T03:04:05.678Z");
    await db.updateTable("drafts").set({ saved_at: savedAt }).where("key", "in", keys.slice(0, 2)).execute();
    const pages = await readPagesOf({ keys: [...keys, ofRecord].join(","), limit: "1" });
    expect(pages.map((page) => page.map(({ key }) => key))).toEqual([
      [keys[2]],
      [ofRecord],
      [keys[1]],
      [keys[0]],
    ]);
    const ofNewRecords = await readPagesOf({ new: "true", limit: "2" });
    expect(ofNewRecords.flat()).toEqual((await list()).filter((row) => row[RECORD_ID_KEY] === null));
    expect(ofNewRecords.length).toBeGreaterThan(1);
    expect(await readPagesOf({ keys: keys.join(","), limit: "1" }, vendor2)).toEqual([[]]);
  });

  it.each([
    ["a cursor that no page has", { limit: "1", after: "x" }],
    ["a cursor without a key", { limit: "1", after: "2026-01-02T03:04:05.678Z_" }],
    ["a key with other characters", { keys: "7,../7" }],
    ["more than 100 keys", { keys: Array.from({ length: 101 }, (_, key) => key).join(",") }],
  ])("are not listed with %s", async (_, query) => {
    expect((await vendor1(endpoints.listDrafts, { query })).status).toBe(400);
  });

  it("cannot be read, listed, overwritten or deleted by another user", async () => {
    const id = await aRecordWithDraft();
    expect(await read(id, vendor2)).toBeUndefined();
    expect(await listKeys(vendor2)).not.toContain(id);
    const stolen = await vendor2(endpoints.saveDraft, aDraft(id, { [RECORD_ID_KEY]: id }));
    expect(stolen).toMatchObject({ status: 404 });
    const sameKey = aDraft(id, { revision: 1, ...content("Other vendor") });
    expect((await vendor2(endpoints.saveDraft, sameKey)).body).not.toHaveProperty("current");
    await vendor2(endpoints.deleteDraft, aDraft(id, { revision: 1 }));
    expect(await read(id)).toMatchObject({ content: { values: {} }, revision: 1 });
  });

  it("of texts about a vendor's record are returned only to the reviewer who typed them", async () => {
    const id = await aRecord();
    const key = `texts-${id}`;
    const texts = (message: string) => aDraft(key, { [RECORD_ID_KEY]: id, content: { values: { message } } });
    const agency = await signedIn(server(), "agency1");
    expect((await agency(endpoints.saveDraft, texts("Of the reviewer"))).status).toBe(200);
    expect(await read(key)).toBeUndefined();
    expect((await vendor1(endpoints.saveDraft, texts("Of the vendor"))).body).toMatchObject({ revision: 1 });
    expect((await vendor2(endpoints.saveDraft, texts("Of another vendor"))).status).toBe(404);
    expect(await read(key, agency)).toMatchObject({ content: { values: { message: "Of the reviewer" } } });
    expect(await read(key)).toMatchObject({ content: { values: { message: "Of the vendor" } } });
    expect(await read(key, vendor2)).toBeUndefined();
  });

  it.each([
    ["a key with other characters", { key: "../7" }],
    ["no window", { window_id: "" }],
    ["a long summary", { summary: { title: "x".repeat(501) } }],
    ["content that is no object", { content: "text" }],
    ["a text that cannot be stored", { content: { text: "\0" } }],
  ])("are refused with %s", async (_, change) => {
    expect((await vendor1(endpoints.saveDraft, aDraft("refused", change))).status).toBe(400);
  });

  it("are refused above 2 MiB", async () => {
    const change = { content: { text: "x".repeat(2 * 1024 * 1024) } };
    expect((await vendor1(endpoints.saveDraft, aDraft("large", change))).status).toBe(413);
  });

  it("without text keep their revision, so that an older save brings no sent text back", async () => {
    const key = aKey();
    const texts = (window_id: string, revision: number, values: JsonObject) =>
      vendor1(endpoints.saveDraft, aDraft(key, { window_id, revision, content: { values } }));
    await texts("a", 0, { message: "Sent later" });
    await texts("b", 1, {});
    expect(await texts("c", 1, { message: "Sent later" })).toMatchObject({
      status: 409,
      body: { current: { revision: 2, content: { values: {} } } },
    });
    expect(await read(key)).toMatchObject({ revision: 2, content: { values: {} } });
  });

  it("go to the trash with their record, return with it and are purged with it", async () => {
    const id = await aRecordWithDraft();
    const body = { [RECORD_ID_KEY]: id };
    await vendor1(endpoints.deleteRecord, { body });
    expect(await listKeys()).not.toContain(id);
    expect(await read(id)).toBeUndefined();
    expect((await vendor1(endpoints.saveDraft, aDraft(id, body))).status).toBe(404);
    await vendor1(endpoints.restoreRecord, { body });
    expect(await listKeys()).toContain(id);
    await deleteRecordRows(server().services.db, Number(id));
    expect(await read(id)).toBeUndefined();
  });

  it("are purged after the retention of the trash", async () => {
    const [kept, purged] = [aKey(), aKey()];
    for (const [key, days] of [
      [kept, 89.5],
      [purged, 90.5],
    ] as const) {
      await vendor1(endpoints.saveDraft, aDraft(key));
      const savedAt = new Date(Date.now() - days * DAY_MS);
      const { db } = server().services;
      await db.updateTable("drafts").set({ saved_at: savedAt }).where("key", "=", key).execute();
    }
    await purgeOldRows(server().services, new AbortController().signal);
    expect(await listKeys()).toContain(kept);
    expect(await listKeys()).not.toContain(purged);
  });
});
