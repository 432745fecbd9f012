import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { MAX_COUNTED_RECORDS } from "../../../src/contract/review/recordSearch.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { setAssignee } from "../../../src/server/stores/records/deskStore.ts";
import { insertMessage } from "../../../src/server/stores/records/messageStore.ts";
import { insertRecord, setStatus } from "../../../src/server/stores/records/recordStore.ts";
import { softDeleteRecord } from "../../../src/server/stores/records/deletedRecordStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { addReviewer } from "../../support/addReviewer.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import type { Status } from "../../../src/contract/status.ts";

const REVIEWER = "second.reviewer";
const DAY_MS = 24 * 60 * 60_000;

withDemoServer("The review queue", (server) => {
  const db = () => server().services.db;
  let [agency, reviewer, vendor] = [] as unknown as [Api, Api, Api];

  beforeAll(async () => {
    agency = await signedIn(server(), "agency1");
    reviewer = await addReviewer(server(), REVIEWER, "ROLE_ADMIN-ADVANCED");
    vendor = await signedIn(server(), "vendor1");
  });
  // Only the records of a test are listed.
  beforeEach(async () => {
    await db()
      .updateTable("records")
      .set({ deleted_at: new Date() })
      .where("deleted_at", "is", null)
      .execute();
  });

  interface NewRecord {
    name: string;
    status?: Status;
    vendor?: string;
    days?: number;
    metadata?: JsonObject;
  }

  async function addRecord({
    name,
    status = "pending",
    vendor: username = "vendor1",
    days = 1,
    metadata,
  }: NewRecord) {
    const { id } = await insertRecord(db(), {
      username,
      metadata: { ...(aMetadata() as unknown as JsonObject), modelName: name, ...metadata },
      schemaVersion: 1,
      now: new Date(),
    });
    await setStatus(db(), id, status, new Date(Date.now() - days * DAY_MS));
    return id;
  }

  const list = async (query: Record<string, string> = {}, api = agency) => {
    const { status, rows } = await api(endpoints.listAllRecords, { query });
    expect(status).toBe(200);
    return rows.map((row) => row["model_title"]);
  };
  const write = (recordId: number, username: string) =>
    insertMessage(db(), { recordId, username, content: "Text", now: new Date() });

  async function addUpload(recordId: number, version: number, { path = "a.prj", sha256 = "1" } = {}) {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO uploads (id, record_id, username, folder, blob_name, token_hash, version, expires_at)
      VALUES (gen_random_uuid(), ${recordId}, 'vendor1', 'folder', 'model.zip', gen_random_uuid()::text, ${version}, now())
      RETURNING id`.execute(db());
    for (const [kind, name] of [
      ["zip", "model.zip"],
      ["file", path],
    ])
      await sql`
        INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, conflict_number)
        VALUES (${recordId}, ${rows[0]!.id}, ${kind}, ${name}, 'blob', 'text/plain', 1, ${sha256}, 'vendor1',
          ${sha256 === "1" ? null : 1})`.execute(db());
  }

  const storeCount = (id: number, count: number) =>
    db().updateTable("records").set({ finding_count: count }).where("id", "=", id).execute();

  it("lists the records of all vendors in any status, the earliest status change first", async () => {
    await addRecord({ name: "Accepted", status: "accepted", days: 2 });
    await addRecord({ name: "Pending", vendor: "vendor2", days: 3 });
    await addRecord({ name: "In progress", status: "in progress", days: 1 });
    await softDeleteRecord(db(), await addRecord({ name: "Deleted" }), new Date());
    expect(await list()).toEqual(["Pending", "Accepted", "In progress"]);
    expect(await list({ order: "desc" })).toEqual(["In progress", "Accepted", "Pending"]);
    expect(await list({ sort: "title" })).toEqual(["Accepted", "In progress", "Pending"]);
  });

  it.each([
    ["the beginnings of words of the name", "cre DENT", ["Denton Creek"]],
    ["the identifier", "0399", ["Pecan_Bayou"]],
    ["the vendor", "vendor2", ["Denton Creek"]],
    ["words between underscores", "bayou", ["Pecan_Bayou"]],
    ["no word", "ayou", []],
    ["quotes and operators", "Denton' & | ! :* \\ <-> creek", ["Denton Creek"]],
  ])("finds records by %s", async (_, q, names) => {
    await addRecord({ name: "Denton Creek", vendor: "vendor2" });
    await addRecord({ name: "Pecan_Bayou", metadata: { modelIdentifier: "039900000001" } });
    expect(await list({ q })).toEqual(names);
  });

  it("finds a record by its id", async () => {
    await addRecord({ name: "Other" });
    expect(await list({ q: String(await addRecord({ name: "Denton Creek" })) })).toEqual(["Denton Creek"]);
  });

  it.each([
    ["a file name", "Denton_1.p01", ["Found"]],
    ["the beginning of a file name in other letters", "denton_1.P", ["Found"]],
    ["a path", "Plans/Denton_1.p01", ["Found"]],
    ["the name of an archived file", "old.p01", []],
    ["a pattern", "denton%.p01", []],
    ["no extension", "Denton_1", []],
  ])("finds records by %s", async (_, q, names) => {
    const found = await addRecord({ name: "Found" });
    await addUpload(found, 1, { path: "Plans/Denton_1.p01" });
    await addUpload(found, 2, { path: "old.p01" });
    await db().updateTable("model_files").set({ archived: true }).where("path", "=", "old.p01").execute();
    await addUpload(await addRecord({ name: "Other" }), 1, { path: "DentonX1.p01" });
    expect(await list({ q })).toEqual(names);
  });

  it("filters by status, vendor, region, county and time, and combines filters", async () => {
    const [region, county] = ["twdbFloodPlanningRegionID", "county"];
    await addRecord({ name: "A", days: 15, metadata: { [region]: "11", [county]: ["Comal", "Hays"] } });
    await addRecord({
      name: "B",
      days: 10,
      vendor: "vendor2",
      metadata: { [region]: "12", [county]: ["Bell"] },
    });
    await addRecord({
      name: "C",
      days: 20,
      status: "accepted",
      metadata: { [region]: "11", [county]: ["Hays"] },
    });
    expect(await list({ status: "accepted" })).toEqual(["C"]);
    expect(await list({ vendor: "vendor2" })).toEqual(["B"]);
    expect(await list({ region: "11" })).toEqual(["C", "A"]);
    expect(await list({ county: "Hays" })).toEqual(["C", "A"]);
    expect(await list({ overdue: "true" })).toEqual(["A"]);
    expect(await list({ county: "Hays", status: "pending", q: "a" })).toEqual(["A"]);
  });

  it("filters by assignment", async () => {
    await setAssignee(db(), await addRecord({ name: "Mine" }), "agency1");
    await setAssignee(db(), await addRecord({ name: "Other" }), REVIEWER);
    await addRecord({ name: "Free" });
    expect(await list({ assigned: "me" })).toEqual(["Mine"]);
    expect(await list({ assigned: "me" }, reviewer)).toEqual(["Other"]);
    expect(await list({ assigned: "none" })).toEqual(["Free"]);
  });

  it("lists rejected records and unanswered questions of the agency as waiting for the vendor", async () => {
    await addRecord({ name: "Rejected", status: "rejected", days: 3 });
    await write(await addRecord({ name: "Asked", days: 2 }), "agency1");
    const answered = await addRecord({ name: "Answered", days: 1 });
    await write(answered, "agency1");
    await write(answered, "vendor1");
    await write(await addRecord({ name: "Told", status: "accepted" }), "agency1");
    await write(await addRecord({ name: "Checked" }), "portal");
    expect(await list({ waiting_for_vendor: "true" })).toEqual(["Rejected", "Asked"]);
  });

  it("lists records with conflicts, with findings and with several versions, and counts each path once", async () => {
    const conflicting = await addRecord({ name: "Conflicting", days: 3 });
    await addUpload(conflicting, 1, { sha256: "2" });
    await addUpload(conflicting, 2, { sha256: "3" });
    await storeCount(await addRecord({ name: "Incomplete", days: 2 }), 3);
    const corrected = await addRecord({ name: "Corrected", days: 1 });
    await addUpload(corrected, 1);
    await addUpload(corrected, 2);
    await storeCount(corrected, 0);
    expect(await list({ conflicts: "true" })).toEqual(["Conflicting"]);
    expect(await list({ findings: "true" })).toEqual(["Incomplete"]);
    expect(await list({ delivered_again: "true" })).toEqual(["Conflicting", "Corrected"]);
    const { rows } = await agency(endpoints.listAllRecords);
    const marked = rows.filter((row) => row["delivered_again"]).map((row) => row["model_title"]);
    expect(marked).toEqual(["Conflicting", "Corrected"]);
    // Each upload repeats its file.
    expect(rows.find((row) => row["model_title"] === "Corrected")).toMatchObject({ model_size: 1 });
  });

  describe("unread messages", () => {
    const countUnread = async (api: Api) => (await api(endpoints.countUnread)).body["unread_records"];
    const listUnread = async (api: Api) =>
      (await api(endpoints.listAllRecords, { query: { unread: "true" } })).rows.map(
        (row) => row["unread_messages"],
      );
    const markRead = (api: Api, id: number, last: number) =>
      api(endpoints.markMessagesRead, {
        body: { [RECORD_ID_KEY]: String(id), first_shown: 1, last_shown: last },
      });

    it("are those of the vendor that no reviewer has read", async () => {
      const id = await addRecord({ name: "Asked" });
      await write(id, "agency1");
      await write(id, "vendor1");
      await write(id, "vendor1");
      expect([await listUnread(agency), await countUnread(agency)]).toEqual([[2], 1]);
      const { rows } = await agency(endpoints.listMessages, { params: { recordId: String(id) } });
      expect(rows.map(({ unread }) => unread)).toEqual([false, true, true]);
      expect((await markRead(reviewer, id, 2)).body).toEqual({ unread_messages: 1 });
      expect(await listUnread(agency)).toEqual([1]);
      expect((await markRead(agency, id, 3)).body).toEqual({ unread_messages: 0 });
      expect([await listUnread(reviewer), await countUnread(reviewer)]).toEqual([[], 0]);
      const ofVendor = await vendor(endpoints.listMessages, { params: { recordId: String(id) } });
      expect(ofVendor.rows.map(({ unread }) => unread)).toEqual([true, false, false]);
    });

    it("that were read leave the record between its neighbors in the list of unread ones", async () => {
      const ids: number[] = [];
      for (const days of [3, 2, 1]) ids.push(await addRecord({ name: "Asked", days }));
      for (const id of ids) await write(id, "vendor1");
      const [first, second, third] = ids.map(String) as [string, string, string];
      const find = async () =>
        (await agency(endpoints.recordNeighbors, { params: { recordId: second }, query: { unread: "true" } }))
          .body;
      const neighbors = { position: 2, total: 3, previous: first, next: third };
      expect(await find()).toEqual(neighbors);
      await markRead(agency, ids[1]!, 1);
      expect(await find()).toEqual(neighbors);
    });

    it("of an assigned record are read by its reviewer only", async () => {
      const id = await addRecord({ name: "Assigned" });
      await setAssignee(db(), id, REVIEWER);
      await write(id, "vendor1");
      expect([await listUnread(agency), await countUnread(agency)]).toEqual([[], 0]);
      const { rows } = await agency(endpoints.listAllRecords);
      expect(rows.find((row) => row[RECORD_ID_KEY] === String(id))?.["unread_messages"]).toBe(0);
      await markRead(agency, id, 1);
      expect([await listUnread(reviewer), await countUnread(reviewer)]).toEqual([[1], 1]);
      await markRead(reviewer, id, 1);
      expect(await countUnread(reviewer)).toBe(0);
    });

    it("of an admin's own record are unread for the other reviewers only", async () => {
      await write(await addRecord({ name: "Own", vendor: "agency1" }), "agency1");
      expect([await listUnread(agency), await countUnread(agency)]).toEqual([[], 0]);
      expect([await listUnread(reviewer), await countUnread(reviewer)]).toEqual([[1], 1]);
    });

    it.each(["vendor1", "agency1"])(
      "stay unread if an earlier message of %s is committed later",
      async (username) => {
        const later = 1_000_000;
        const id = await addRecord({ name: "Concurrent" });
        const lastIds = { last_vendor_message_id: later, last_agency_message_id: later };
        await db().updateTable("records").set(lastIds).where("id", "=", id).execute();
        await write(id, username);
        const stored = db().selectFrom("records").where("id", "=", id);
        expect(
          await stored.select(["last_vendor_message_id", "last_agency_message_id"]).executeTakeFirst(),
        ).toEqual(lastIds);
      },
    );
  });

  it.each(["status_changed", "title"])("returns pages in both orders, sorted by %s", async (sort) => {
    // Two records with the same title and time.
    const days = 3;
    for (const name of ["A_1", "B", "B"]) await addRecord({ name, days });
    const time = new Date(Date.now() - days * DAY_MS);
    await db()
      .updateTable("records")
      .set({ status_changed_at: time })
      .where("deleted_at", "is", null)
      .execute();
    for (const order of ["asc", "desc"]) {
      const all = await agency(endpoints.listAllRecords, { query: { sort, order } });
      const ids: unknown[] = [];
      let query: Record<string, string> | undefined = { sort, order, limit: "1" };
      while (query && ids.length < 10) {
        const { rows, headers, body } = await agency(endpoints.listAllRecords, { query });
        expect(body["numberMatched"]).toBe(3);
        ids.push(...rows.map((row) => row[RECORD_ID_KEY]));
        const next = /^<([^>]*)>; rel="next"$/.exec(headers["link"] ?? "")?.[1];
        query = next === undefined ? undefined : Object.fromEntries(new URL(next, "http://x").searchParams);
      }
      expect(ids).toEqual(all.rows.map((row) => row[RECORD_ID_KEY]));
      expect(ids).toHaveLength(3);
    }
  });

  it("finds the previous and the next record of a search", async () => {
    const [first, second, third] = [
      await addRecord({ name: "Pecan 1", days: 3 }),
      await addRecord({ name: "Pecan 2", days: 2 }),
      await addRecord({ name: "Pecan 3", days: 1 }),
    ].map(String) as [string, string, string];
    const other = String(await addRecord({ name: "Denton" }));
    const find = async (recordId: string, query = {}) =>
      (await agency(endpoints.recordNeighbors, { params: { recordId }, query: { q: "pecan", ...query } }))
        .body;
    expect(await find(second)).toEqual({ position: 2, total: 3, previous: first, next: third });
    expect(await find(first, { order: "desc" })).toMatchObject({ position: 3, previous: second, next: null });
    expect(await find(other)).toMatchObject({ position: null, previous: null, next: null });
  });

  it("counts positions up to a maximum", async () => {
    const first = await addRecord({ name: "First", days: 1 });
    await sql`
      INSERT INTO records (username, status, metadata, title, schema_version, status_changed_at)
        SELECT username, status, metadata, title, schema_version, status_changed_at + n * interval '1 second'
        FROM records, generate_series(1, ${MAX_COUNTED_RECORDS + 1}::int) n WHERE id = ${first}`.execute(
      db(),
    );
    const positionOf = async (index: number) => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM records WHERE deleted_at IS NULL
          ORDER BY status_changed_at LIMIT 1 OFFSET ${index}`.execute(db());
      const params = { recordId: String(rows[0]!.id) };
      return (await agency(endpoints.recordNeighbors, { params })).body["position"];
    };
    expect(await positionOf(MAX_COUNTED_RECORDS - 1)).toBe(MAX_COUNTED_RECORDS);
    expect(await positionOf(MAX_COUNTED_RECORDS + 1)).toBe(MAX_COUNTED_RECORDS + 1);
  });

  it("ignores parameters that are no filters", async () => {
    await addRecord({ name: "Denton Creek" });
    expect(await list({ toString: "x" })).toEqual(["Denton Creek"]);
  });

  it("rejects vendors, unknown filters and changed cursors", async () => {
    for (const endpoint of [endpoints.listAllRecords, endpoints.countUnread, endpoints.listVendors])
      expect(await vendor(endpoint)).toMatchObject({ status: 403 });
    const invalid: Record<string, string>[] = [
      { status: "lost" },
      { overdue: "yes" },
      { q: "a\0b" },
      { after: "now" },
      { after: "now_1" },
      { after: "2026-01-01T00:00:00.000Z_x" },
    ];
    for (const query of invalid)
      expect([query, (await agency(endpoints.listAllRecords, { query })).status]).toEqual([query, 400]);
  });

  it("lists the vendors", async () => {
    const vendors = (await agency(endpoints.listVendors)).rows.map(({ username }) => username);
    expect(vendors).toEqual(expect.arrayContaining(["vendor1", "vendor2"]));
    expect(vendors).not.toContain("agency1");
  });
});
