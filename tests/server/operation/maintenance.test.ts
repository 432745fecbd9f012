import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { purgeOldRows } from "../../../src/server/background/purgeOldRows.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { recordAuditEvent } from "../../../src/server/stores/auditStore.ts";
import { startServer } from "../../support/startServer.ts";

const DAY_MS = 24 * 60 * 60_000;
const log: string[] = [];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    log: { write: (line) => log.push(line) },
    auditRetentionDays: 400,
    uploadLinksEnd: new Date(Date.now() + 59 * DAY_MS),
  });
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function addAuditEntries(...ages: number[]): Promise<void> {
  for (const days of ages)
    await recordAuditEvent(server.services.db, { event: "sign-in", username: `${days} days` }, daysAgo(days));
}

async function listAuditAges(): Promise<(string | null)[]> {
  const entries = await server.services.db
    .selectFrom("audit_log")
    .select("username")
    .where("username", "like", "% days")
    .orderBy("id")
    .execute();
  return entries.map(({ username }) => username);
}

it("deletes audit entries after the configured number of days", async () => {
  await addAuditEntries(500, 401, 399, 1);
  await purgeOldRows(server.services, new AbortController().signal);
  expect(await listAuditAges()).toEqual(["399 days", "1 days"]);
});

it("keeps the audit log append-only otherwise, and its last 30 days in any case", async () => {
  const { db, config, now } = server.services;
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
  await expect(db.updateTable("audit_log").set({ event: "x" }).execute()).rejects.toThrow("append-only");
  await expect(sql`TRUNCATE audit_log`.execute(db)).rejects.toThrow("append-only");
  await addAuditEntries(29);
  const services = { ...server.services, config: { ...config, auditRetentionDays: 28 }, now };
  await expect(purgeOldRows(services, new AbortController().signal)).rejects.toThrow("append-only");
});

it("deletes stored responses to creates after a week, in steps", async () => {
  const { db } = server.services;
  await sql`INSERT INTO idempotency_keys (username, key, route, body_hash, response, created_at)
    SELECT 'vendor1', number::text, '/', 'x', '{}', now() - CASE WHEN number > 1 THEN interval '8 days'
      ELSE interval '6 days' END FROM generate_series(1, 12000) AS number`.execute(db);
  await purgeOldRows(server.services, new AbortController().signal);
  const kept = await db.selectFrom("idempotency_keys").select("key").execute();
  expect(kept).toEqual([{ key: "1" }]);
});

it("deletes mails after 30 days", async () => {
  const { db } = server.services;
  await sql`INSERT INTO outbox (account_id, title, identifier, sentence, details, path, created_at)
    SELECT min(id), 'Title', '', days::text, '', '/', now() - days * interval '1 day'
    FROM accounts, (VALUES (29), (31)) AS ages (days) GROUP BY days`.execute(db);
  await purgeOldRows(server.services, new AbortController().signal);
  expect(await db.selectFrom("outbox").select("sentence").execute()).toEqual([{ sentence: "29" }]);
});

it("warns in the log 60 days before the upload links end", async () => {
  await vi.waitFor(() => expect(log.join("")).toContain("set UPLOAD_LINKS_END to a later date"));
});
