import { beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { purgeTrash } from "../../../src/server/records/trash.ts";
import { enqueueJob } from "../../../src/server/stores/jobStore.ts";
import { lockDeletedRecord } from "../../../src/server/stores/records/deletedRecordStore.ts";
import { setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";

const DAY_MS = 24 * 60 * 60_000;

withDemoServer("Deleted records", (server) => {
  let vendor1: Api, vendor2: Api, agency1: Api;
  beforeAll(async () => {
    [vendor1, vendor2, agency1] = (await Promise.all(
      ["vendor1", "vendor2", "agency1"].map((username) => signedIn(server(), username)),
    )) as [Api, Api, Api];
  });

  const one = (id: string) => ({ body: { [RECORD_ID_KEY]: id } });
  const idOf = (row: JsonObject | undefined) => String(row?.[RECORD_ID_KEY]);
  const db = () => server().services.db;
  const aRecord = async (status?: "pending" | "accepted" | "rejected") => {
    const { rows } = await vendor1(endpoints.addRecord, { body: await aSave(server()) });
    const id = idOf(rows[0]);
    if (status) await setStatus(db(), Number(id), status, new Date());
    return id;
  };
  const remove = (id: string) => vendor1(endpoints.deleteRecord, one(id));
  const restore = (id: string, api = vendor1) => api(endpoints.restoreRecord, one(id));
  const listTrash = async (api = vendor1, username = "vendor1") =>
    (await api(endpoints.listDeletedRecords, { params: { username } })).rows.map(idOf);
  const listOwn = async () =>
    (await vendor1(endpoints.listRecords, { params: { username: "vendor1" } })).rows.map(idOf);
  const deleteDaysAgo = async (id: string, days: number) => {
    await remove(id);
    const deletedAt = new Date(Date.now() - days * DAY_MS);
    await db().updateTable("records").set({ deleted_at: deletedAt }).where("id", "=", Number(id)).execute();
  };

  it.each(["in progress", "rejected"] as const)("were %s and come back with that status", async (status) => {
    const id = await aRecord(status === "rejected" ? status : undefined);
    expect(await remove(id)).toMatchObject({ status: 200 });
    expect(await listOwn()).not.toContain(id);
    expect((await listTrash())[0]).toBe(id);
    const restored = await restore(id);
    expect(restored).toMatchObject({ status: 200, rows: [{ status }] });
    expect(await listTrash()).not.toContain(id);
    expect(await listOwn()).toContain(id);
  });

  it("show when they were deleted", async () => {
    const id = await aRecord();
    const { rows: deleted } = await remove(id);
    const { rows } = await vendor1(endpoints.listDeletedRecords, { params: { username: "vendor1" } });
    expect(rows[0]!["deleted_on"]).toBe(deleted[0]!["deleted_on"]);
    expect(Date.now() - Date.parse(String(rows[0]!["deleted_on"]))).toBeLessThan(DAY_MS);
  });

  it("cannot have been pending or accepted", async () => {
    const pending = await aRecord("pending");
    const accepted = await aRecord("accepted");
    expect(await remove(pending)).toMatchObject({
      status: 409,
      message: "This record is pending admin acceptance. Withdraw it before you delete it.",
    });
    expect(await remove(accepted)).toMatchObject({
      status: 409,
      message: "An accepted record cannot be deleted because the agency uses its model.",
    });
    expect(await listOwn()).toEqual(expect.arrayContaining([pending, accepted]));
  });

  it("can be listed and restored only by their vendor and the agency", async () => {
    const id = await aRecord();
    await remove(id);
    expect(await restore(id, vendor2)).toMatchObject({ status: 404 });
    const ofVendor1 = { params: { username: "vendor1" } };
    expect(await vendor2(endpoints.listDeletedRecords, ofVendor1)).toMatchObject({ status: 403 });
    expect(await listTrash(vendor2, "vendor2")).not.toContain(id);
    expect(await vendor2(endpoints.listAllDeletedRecords)).toMatchObject({ status: 403 });
    expect((await agency1(endpoints.listAllDeletedRecords)).rows.map(idOf)).toContain(id);
    expect(await restore(id, agency1)).toMatchObject({ status: 200 });
    expect(await listOwn()).toContain(id);
  });

  it("are listed page by page, the last deleted first", async () => {
    const ids = [await aRecord(), await aRecord(), await aRecord()];
    for (const id of ids) await remove(id);
    const first = await agency1(endpoints.listAllDeletedRecords, { query: { limit: "2" } });
    expect(first.rows.map(idOf)).toEqual([ids[2], ids[1]]);
    const [, after = ""] = /after=([^>&]+)/.exec(first.headers["link"]!) ?? [];
    const second = await agency1(endpoints.listAllDeletedRecords, {
      query: { limit: "2", after: decodeURIComponent(after) },
    });
    expect(idOf(second.rows[0])).toBe(ids[0]);
  });

  it("cannot be restored after the retention, and are purged a day later with everything of theirs", async () => {
    const [kept, expired, purged] = [await aRecord(), await aRecord(), await aRecord()];
    await vendor1(endpoints.sendMessage, {
      body: { ...one(purged).body, msg_content: "Hello", username: "vendor1" },
    });
    await vendor1(endpoints.requestUpload, one(purged));
    expect(
      await agency1(endpoints.addNote, { body: { ...one(purged).body, content: "A note" } }),
    ).toMatchObject({
      status: 200,
    });
    const { storage } = server().services;
    await storage.writeIfAbsent(`records/${purged}/a/model.zip`, "zip");
    await storage.writeIfAbsent(`records/${purged}0/a/other.zip`, "zip");
    await deleteDaysAgo(kept, 89.5);
    await deleteDaysAgo(expired, 90.5);
    await deleteDaysAgo(purged, 91.5);
    expect(await restore(kept)).toMatchObject({ status: 200 });
    expect(await restore(expired)).toMatchObject({ status: 404 });
    await purgeTrash(server().services, new AbortController().signal);
    const stored = await db().selectFrom("records").select("id").execute();
    expect(stored.map(({ id }) => String(id))).toEqual(expect.arrayContaining([kept, expired]));
    expect(stored.map(({ id }) => String(id))).not.toContain(purged);
    expect(await storage.find(`records/${purged}/a/model.zip`)).toBeUndefined();
    expect(await storage.find(`records/${purged}0/a/other.zip`)).toBeDefined();
  });

  it("are purged with their model reports and jobs, even if another record's files cannot be deleted", async () => {
    const [broken, purged] = [await aRecord(), await aRecord()];
    await vendor1(endpoints.requestUpload, one(purged));
    const dead = { kind: "dead", vendor: "vendor1", payload: {} };
    const job = await enqueueJob(db(), dead, new Date());
    await db().updateTable("uploads").set({ job_id: job }).where("record_id", "=", Number(purged)).execute();
    const { services } = server();
    await services.storage.writeIfAbsent(`model-reports/${purged}/1.json`, "null");
    await deleteDaysAgo(broken, 95);
    await deleteDaysAgo(purged, 94);
    const list = (folder: string) => {
      if (folder === `records/${broken}`) throw new Error("the store does not answer");
      return services.storage.list(folder);
    };
    const failing = { ...services, storage: { ...services.storage, list } };
    await expect(purgeTrash(failing, new AbortController().signal)).rejects.toThrow("does not answer");
    const stored = await db().selectFrom("records").select("id").execute();
    expect(stored.map(({ id }) => String(id))).toContain(broken);
    expect(stored.map(({ id }) => String(id))).not.toContain(purged);
    expect(await db().selectFrom("jobs").where("id", "=", job).selectAll().execute()).toEqual([]);
    expect(await services.storage.find(`model-reports/${purged}/1.json`)).toBeUndefined();
    // Some of its files may be gone: a server with a longer retention must not restore it.
    expect(await lockDeletedRecord(db(), broken, new Date(Date.now() - 200 * DAY_MS))).toBeUndefined();
  });

  it("are not purged early by a worker whose clock is fast", async () => {
    const id = await aRecord();
    await deleteDaysAgo(id, 80);
    const fast = { ...server().services, now: () => new Date(Date.now() + 30 * DAY_MS) };
    await purgeTrash(fast, new AbortController().signal);
    expect(await restore(id)).toMatchObject({ status: 200 });
  });
});

withDemoServer("A pending record that its vendor withdraws", (server) => {
  it("is in progress again, tells the agency and leaves the queue", async () => {
    const vendor1 = await signedIn(server(), "vendor1");
    const agency1 = await signedIn(server(), "agency1");
    const { rows } = await vendor1(endpoints.addRecord, { body: await aSave(server()) });
    const body = { [RECORD_ID_KEY]: String(rows[0]![RECORD_ID_KEY]) };
    expect(await vendor1(endpoints.withdrawRecord, { body })).toMatchObject({
      status: 409,
      message: "Only a pending record can be withdrawn. This one is in progress.",
    });
    await setStatus(server().services.db, Number(body[RECORD_ID_KEY]), "pending", new Date());
    expect(await agency1(endpoints.withdrawRecord, { body })).toMatchObject({ status: 404 });
    expect(await vendor1(endpoints.withdrawRecord, { body })).toMatchObject({
      status: 200,
      rows: [{ status: "in progress" }],
    });
    const params = { recordId: body[RECORD_ID_KEY]! };
    const messages = await agency1(endpoints.listMessages, { params });
    expect(messages.rows.at(-1)).toMatchObject({
      msg_content:
        "vendor1 withdrew this record from review. It is in progress again. " +
        "Earlier uploads and messages are unchanged.",
    });
    const queue = (await agency1(endpoints.listReviews)).rows.map((row) => row[RECORD_ID_KEY]);
    expect(queue).not.toContain(body[RECORD_ID_KEY]);
    expect(await vendor1(endpoints.deleteRecord, { body })).toMatchObject({ status: 200 });
  });
});
