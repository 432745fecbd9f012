import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { setAssignee } from "../../../src/server/stores/records/deskStore.ts";
import { insertNotification, insertReasons } from "../../../src/server/stores/records/notificationStore.ts";
import { insertRecord, setStatus, updateMetadata } from "../../../src/server/stores/records/recordStore.ts";
import { softDeleteRecord, undeleteRecord } from "../../../src/server/stores/records/deletedRecordStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";

const DAY_MS = 24 * 60 * 60_000;

withDemoServer("The figures of the review", (server) => {
  const db = () => server().services.db;
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  let agency: Api;

  async function addRecord(username: string, uploadDays: number[]) {
    const metadata = aMetadata() as unknown as JsonObject;
    const { id } = await insertRecord(db(), { username, metadata, schemaVersion: 1, now: daysAgo(200) });
    for (const days of uploadDays)
      await sql`
        INSERT INTO uploads (id, record_id, username, folder, blob_name, token_hash, expires_at, sent_at, cataloged_at)
        VALUES (gen_random_uuid(), ${id}, ${username}, 'folder', 'model.zip', gen_random_uuid()::text, now(),
          ${daysAgo(days)}, ${daysAgo(days)})`.execute(db());
    return id;
  }

  const decide = (recordId: number, status: "accepted" | "rejected", username: string, days: number) =>
    insertNotification(db(), { recordId, status, content: "Text", username, now: daysAgo(days) });

  const requestChanges = (recordId: number, days: number) =>
    insertNotification(db(), {
      ...{ recordId, status: "rejected", requestsChanges: true },
      ...{ content: "Text", username: "agency1", now: daysAgo(days) },
    });

  beforeAll(async () => {
    agency = await signedIn(server(), "agency1");
    await db().updateTable("records").set({ deleted_at: new Date() }).execute();
    const field = (text: string) => ({ kind: "field" as const, name: "county", text });
    const finding = { kind: "finding" as const, name: "Model report", text: "No plan has a result." };
    const delivered = await addRecord("vendor1", [10, 9, 5]);
    const rejected = await decide(delivered, "rejected", "agency1", 6);
    await insertReasons(db(), rejected, [field("Bell is missing."), field("Clay is missing."), finding]);
    await decide(delivered, "accepted", "second.reviewer", 4);
    const waiting = await addRecord("vendor2", [2]);
    await setAssignee(db(), waiting, "agency1");
    const old = await addRecord("vendor2", [110]);
    await insertReasons(db(), await requestChanges(old, 100), [field("Ellis is missing.")]);
    const deleted = await addRecord("vendor1", [3]);
    await decide(deleted, "rejected", "agency1", 1);
    await softDeleteRecord(db(), deleted, new Date());
  });

  async function readFigures(query: Record<string, string> = {}) {
    const { status, body } = await agency(endpoints.groupedFigures, { query });
    expect(status).toBe(200);
    const figures = body["figures"] as (JsonObject & { group: string; name: string })[];
    const list = (group: string) =>
      Object.fromEntries(
        figures
          .filter((row) => row.group === group)
          .map(({ name, received, decided, returned, median_days: median, p90_days: p90 }) => [
            name,
            [
              received,
              decided,
              returned,
              ...[median, p90].map((days) => days && Number(Number(days).toFixed(3))),
            ],
          ]),
      );
    return { list, findings: body["findings"] };
  }

  it("counts deliveries and decisions of the last twelve weeks, without superseded versions", async () => {
    const { list } = await readFigures();
    // Decided after 3 days and after 1 day.
    expect(list("all")).toEqual({ "": [3, 2, 1, 2, 2.8] });
    expect(list("vendor")).toEqual({ vendor1: [2, 2, 1, 2, 2.8], vendor2: [1, 0, 0, null, null] });
    expect(list("region")).toEqual({ "03": [3, 2, 1, 2, 2.8] });
    expect(list("reviewer")).toEqual({
      "": [2, 0, 0, null, null],
      agency1: [1, 1, 1, 3, 3],
      "second.reviewer": [0, 1, 0, 1, 1],
    });
    const weeks = Object.entries(list("week"));
    expect(weeks.reduce((sum, [, [received]]) => sum + Number(received), 0)).toBe(3);
    expect(new Set(weeks.map(([monday]) => new Date(monday).getUTCDay()))).toEqual(new Set([1]));
  });

  it("counts each finding once for each rejection, and those about a field together", async () => {
    const { findings } = await readFigures();
    expect(findings).toEqual([
      { field: "county", text: "", count: 1 },
      { field: null, text: "No plan has a result.", count: 1 },
    ]);
  });

  it("counts more weeks on request, and requested changes as returned", async () => {
    const { list, findings } = await readFigures({ weeks: "26" });
    expect(list("all")[""]!.slice(0, 3)).toEqual([4, 3, 2]);
    expect((findings as JsonObject[])[0]).toEqual({ field: "county", text: "", count: 2 });
    expect((await agency(endpoints.groupedFigures, { query: { weeks: "1000" } })).status).toBe(400);
  });

  it("leaves superseded versions out of the uploads per week", async () => {
    const { body } = await agency(endpoints.reviewFigures);
    const deliveries = body["deliveries"] as { count: number }[];
    expect(deliveries.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it("counts the pending records of each county after every change of a record", async () => {
    const countPending = async () => (await agency(endpoints.reviewFigures)).body["counties"];
    const one = (...counties: string[]) => counties.map((county) => ({ county, count: 1 }));
    const change = (county: string[]) => ({
      metadata: aMetadata({ county }) as unknown as JsonObject,
      ...{ schemaVersion: 1, now: new Date() },
    });
    const id = await addRecord("vendor1", []);
    await updateMetadata(db(), id, change(["Denton", "Wise"]));
    expect(await countPending()).toEqual([]);
    await setStatus(db(), id, "pending", new Date());
    expect(await countPending()).toEqual(one("Denton", "Wise"));
    await updateMetadata(db(), id, change(["Bell"]));
    expect(await countPending()).toEqual(one("Bell"));
    const deleted = await softDeleteRecord(db(), id, new Date());
    expect(await countPending()).toEqual([]);
    await undeleteRecord(db(), deleted, new Date());
    expect(await countPending()).toEqual(one("Bell"));
    await setStatus(db(), id, "accepted", new Date());
    expect(await countPending()).toEqual([]);
  });

  it("are refused to vendors", async () => {
    const vendor = await signedIn(server(), "vendor1");
    expect((await vendor(endpoints.groupedFigures)).status).toBe(403);
    expect((await vendor(endpoints.reviewFigures)).status).toBe(403);
  });
});
