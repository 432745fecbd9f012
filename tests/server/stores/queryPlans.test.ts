import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { collectMails } from "../../../src/server/background/collectMails.ts";
import { purgeOldRows } from "../../../src/server/background/purgeOldRows.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { claimNextJob } from "../../../src/server/stores/jobStore.ts";
import { enqueueUnreportedUploads, sweepEndedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { allowDifference } from "../../support/allowDifference.ts";
import { aSave, signedIn, type Api, type CallOptions } from "../../support/apiClient.ts";
import { onPostgres } from "../../support/database.ts";
import { startServer } from "../../support/startServer.ts";

/** A sequential scan of a table with at least as many rows is an error. */
const LARGE_TABLE_ROWS = 5000;
const VENDORS = 100;

/** About 10,000 rows in each table that grows: 100 vendors with 100 records each. */
const BULK_DATA = [
  `INSERT INTO contacts (document) SELECT jsonb_build_object('email', 'bulk' || n || '@example.com')
     FROM generate_series(1, 10000) n`,
  `INSERT INTO accounts (id, username, password_hash) SELECT id, 'bulk' || row_number() OVER (ORDER BY id), 'none'
     FROM contacts WHERE document->>'email' LIKE 'bulk%' ORDER BY id LIMIT ${VENDORS}`,
  `INSERT INTO records (username, status, metadata, title, region, counties, identifier, schema_version, status_changed_at)
     SELECT 'bulk' || 1 + n % ${VENDORS}, (ARRAY['in progress', 'accepted', 'rejected', 'pending', 'accepted'])[1 + n % 5],
       jsonb_build_object('modelName', 'Model ' || n), 'Model ' || n, n % 15, ARRAY['County ' || n % 254], '03' || lpad(n::text, 10, '0'), 1, now() - n * interval '1 hour'
     FROM generate_series(1, 10000) n`,
  `UPDATE records SET username = 'vendor1' WHERE username = 'bulk1'`,
  `UPDATE records SET assigned_to = 'agency1' WHERE id % 20 = 0`,
  `UPDATE records SET last_vendor_message_id = 1 WHERE id % 100 = 0`,
  `INSERT INTO record_contacts SELECT 1 + (id * 7) % 10000, id FROM records ON CONFLICT DO NOTHING`,
  `INSERT INTO history (record_id, account_id, username, first_name, last_name, new_metadata, schema_version)
     SELECT id, (SELECT min(id) FROM accounts), username, '', '', metadata, 1 FROM records`,
  `INSERT INTO messages (record_id, username, content) SELECT id, 'agency1', 'Text' FROM records, generate_series(1, 2)`,
  `INSERT INTO notifications (record_id, status, content, username, created_at)
     SELECT id, CASE WHEN status = 'pending' THEN 'in progress' ELSE status END, 'Text', 'agency1', status_changed_at FROM records`,
  `INSERT INTO rejection_reasons (notification_id, kind, name, content) SELECT id, 'field', 'x', 'Text' FROM notifications`,
  `INSERT INTO uploads (id, record_id, username, folder, blob_name, token_hash, version, requested_at, expires_at, sent_at,
       cataloged_at, incoming_deleted_at)
     SELECT gen_random_uuid(), id, username, 'folder', 'model.zip', 'hash ' || id, 1, status_changed_at,
       status_changed_at + interval '7 days', status_changed_at, status_changed_at, status_changed_at
     FROM records WHERE NOT EXISTS (SELECT FROM uploads WHERE record_id = records.id)`,
  `INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username)
     SELECT record_id, id, kind, kind || number, 'blob', 'text/plain', 1, 'hash', username
     FROM uploads, (VALUES ('zip', 1), ('file', 1), ('file', 2), ('file', 3)) AS files (kind, number)
     WHERE token_hash LIKE 'hash %'`,
  `UPDATE model_files SET conflict_number = 1 WHERE id % 500 = 0 AND kind = 'file'`,
  `INSERT INTO spatial_extents (stored_name, username, original_name, size, sha256, uploaded_at, is_saved)
     SELECT 'extent ' || n, 'bulk' || 1 + n % ${VENDORS}, 'x.gdb.zip', 1, 'hash', now() - interval '90 days', n > 5
     FROM generate_series(1, 10000) n`,
  `INSERT INTO drafts (username, key, record_id, revision, window_id, summary, content, saved_at)
     SELECT username, id, id, 1, 'bulk', '{}', '{}', now() - (id % 80) * interval '1 day' FROM records`,
  `INSERT INTO audit_log (event, username, at) SELECT 'sign-in', 'bulk1', now() - n * interval '1 hour'
     FROM generate_series(1, 10000) n`,
  `INSERT INTO idempotency_keys (username, key, route, body_hash, response)
     SELECT 'bulk1', 'key ' || n, '/', 'hash', '{}' FROM generate_series(1, 10000) n`,
  `INSERT INTO jobs (kind, vendor, due_at) SELECT 'waiting', 'bulk' || 1 + n % ${VENDORS}, now() + n * interval '1 hour'
     FROM generate_series(1, 10000) n`,
  `INSERT INTO outbox (mail_id, account_id, record_id, title, identifier, sentence, details, path, state, created_at)
     SELECT gen_random_uuid(), (SELECT min(id) FROM accounts), id, 'Title', '1', 'Text.', '', '/', 'sent',
       now() - id * interval '1 minute' FROM records`,
  `INSERT INTO notes (record_id, username, content) SELECT id, 'agency1', 'Text' FROM records`,
  `INSERT INTO record_viewers (record_id, username, seen_at) SELECT id, 'agency1', now() FROM records`,
  `INSERT INTO sign_in_attempts (key, points, expire)
     SELECT 'key ' || n, 1, (extract(epoch FROM now()) * 1000)::bigint + n * 60000 FROM generate_series(1, 10000) n`,
  `ANALYZE`,
];

const RECORD_SEARCHES: Record<string, string>[] = [
  {},
  { sort: "title" },
  { sort: "title", order: "desc", after: "model 500_500" },
  { order: "desc", after: `${new Date().toISOString()}_1` },
  { status: "pending" },
  { status: "accepted", order: "desc" },
  { vendor: "vendor1" },
  { region: "7" },
  { county: "County 7" },
  { assigned: "me" },
  { assigned: "none", status: "pending" },
  { overdue: "true" },
  { waiting_for_vendor: "true" },
  { unread: "true" },
  { conflicts: "true" },
  { findings: "true" },
  { delivered_again: "true" },
  { q: "4321" },
  { q: "plan7.p01" },
  { q: "4321", status: "pending" },
];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const listPlanNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listPlanNodes)];

const EXPLAINABLE = /^\s*(select|with|insert|update|delete)\b/i;

onPostgres("With 10,000 rows in each table", () => {
  let server: RunningServer;
  let [vendor, agency] = [] as unknown as [Api, Api];
  let [recordId, pendingId] = [] as unknown as [string, string];
  beforeAll(async () => {
    if (process.env["MIGRATED_TEMPLATE"] === undefined) return;
    server = await startServer();
    const { db } = server.services;
    for (const statement of BULK_DATA) await sql.raw(statement).execute(db);
    vendor = await signedIn(server, "vendor1");
    agency = await signedIn(server, "agency1");
    const { rows } = await sql<{ id: number }>`
      SELECT min(id) AS id FROM records WHERE username = 'vendor1' AND status = 'in progress'`.execute(db);
    recordId = String(rows[0]!.id);
    const pending = await sql<{ id: number }>`
      SELECT id FROM records WHERE status = 'pending' AND title = 'Model 5003'`.execute(db);
    pendingId = String(pending.rows[0]!.id);
  });
  afterAll(() => server?.close());

  /** Runs `work`, then returns the sequential scans of large tables in the plans of its queries. */
  async function findSequentialScans(work: () => Promise<unknown>): Promise<string[]> {
    const { db } = server.services;
    const large = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${LARGE_TABLE_ROWS}`.execute(
      db,
    );
    const largeTables = new Set(large.rows.map(({ name }) => name));
    const query = vi.spyOn(pg.Client.prototype, "query");
    let queries: [text: string, values: unknown[]][];
    try {
      await work();
      queries = query.mock.calls.map(([first, values]) => [
        typeof first === "string" ? first : (first as unknown as { text: string }).text,
        (values ?? []) as unknown[],
      ]);
    } finally {
      query.mockRestore();
    }
    expect(queries.length).toBeGreaterThan(0);
    const scans: string[] = [];
    const client = new pg.Client({ connectionString: server.services.config.databaseUrl });
    await client.connect();
    try {
      for (const [text, values] of queries.filter(([one]) => EXPLAINABLE.test(one))) {
        const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
          `EXPLAIN (FORMAT JSON) ${text}`,
          values,
        );
        for (const { "Node Type": type, "Relation Name": table = "" } of listPlanNodes(
          rows[0]!["QUERY PLAN"][0].Plan,
        ))
          if (type === "Seq Scan" && largeTables.has(table)) scans.push(`${table}: ${text}`);
      }
    } finally {
      await client.end();
    }
    return scans;
  }

  const ofRecord = () => ({ params: { recordId } });
  const draftKey = () => ({ key: recordId, revision: 1, window_id: "plan" });
  const calls: [Endpoint, () => CallOptions, (() => Api)?][] = [
    [endpoints.listRecords, () => ({ params: { username: "vendor1" } })],
    [endpoints.listRecords, () => ({ params: { username: "vendor1" }, query: { limit: "20" } })],
    [endpoints.listConflicts, () => ({ params: { username: "vendor1" } })],
    [endpoints.listConflicts, () => ({ params: { username: "vendor1" }, query: { limit: "2" } })],
    [
      endpoints.listConflicts,
      () => ({ params: { username: "vendor1" }, query: { limit: "2", after: "500_1_1" } }),
    ],
    [endpoints.getRecord, ofRecord],
    [endpoints.listContacts, () => ({ query: { limit: "100" } })],
    [endpoints.listContacts, () => ({ query: { limit: "100", after: "5000" } })],
    [endpoints.getContact, () => ({ params: { contactId: "500" } })],
    [endpoints.listMessages, ofRecord],
    [
      endpoints.markMessagesRead,
      () => ({ body: { [RECORD_ID_KEY]: recordId, first_shown: 1, last_shown: 2 } }),
    ],
    [
      endpoints.sendMessage,
      () => ({ body: { [RECORD_ID_KEY]: recordId, msg_content: "Text", username: "vendor1" } }),
    ],
    [endpoints.listNotifications, ofRecord],
    [endpoints.listHistory, ofRecord],
    [endpoints.recordConflicts, ofRecord],
    [endpoints.recordConflicts, () => ({ ...ofRecord(), query: { limit: "2", after: `${recordId}_1_1` } })],
    [endpoints.conflictSummary, ofRecord],
    [endpoints.listResolutions, ofRecord],
    [endpoints.listArchive, ofRecord],
    [endpoints.listFiles, ofRecord],
    [endpoints.downloadLink, ofRecord],
    [endpoints.uploadProgress, ofRecord],
    [endpoints.requestUpload, () => ({ body: { [RECORD_ID_KEY]: recordId } })],
    [
      endpoints.duplicateRecord,
      () => ({ body: { [RECORD_ID_KEY]: recordId }, headers: { "idempotency-key": "x" } }),
    ],
    [
      endpoints.checkIdentifier,
      () => ({ params: { identifier: "030000000042" }, query: { [RECORD_ID_KEY]: recordId } }),
    ],
    [endpoints.checkIdentifier, () => ({ params: { identifier: "030000000042" } }), () => agency],
    [endpoints.updateContact, () => ({ body: { [CONTACT_ID_KEY]: "1", ...CONTACT } })],
    [endpoints.listDrafts, () => ({})],
    [endpoints.listDrafts, () => ({ query: { new: "true", limit: "24" } })],
    [endpoints.listDrafts, () => ({ query: { keys: recordId } })],
    [endpoints.getDraft, () => ({ params: { key: recordId } })],
    [endpoints.saveDraft, () => ({ body: { ...draftKey(), summary: {}, content: {} } })],
    [endpoints.deleteDraft, () => ({ body: draftKey() })],
    [endpoints.listReviews, () => ({ query: { limit: "100" } }), () => agency],
    [
      endpoints.listReviews,
      () => ({ query: { limit: "100", after: `${new Date().toISOString()}_1` } }),
      () => agency,
    ],
    ...RECORD_SEARCHES.map((query): [Endpoint, () => CallOptions, () => Api] => [
      endpoints.listAllRecords,
      () => ({ query }),
      () => agency,
    ]),
    [
      endpoints.recordNeighbors,
      () => ({ params: { recordId: pendingId }, query: { status: "pending" } }),
      () => agency,
    ],
    [endpoints.countUnread, () => ({}), () => agency],
    [endpoints.listVendors, () => ({}), () => agency],
    [endpoints.listReviewers, () => ({}), () => agency],
    [endpoints.reviewFigures, () => ({}), () => agency],
    [endpoints.groupedFigures, () => ({}), () => agency],
    [endpoints.getReviewDesk, ofRecord, () => agency],
    [
      endpoints.assignRecord,
      () => ({ body: { [RECORD_ID_KEY]: recordId, assigned_to: "agency1", previous: null } }),
      () => agency,
    ],
    [endpoints.addNote, () => ({ body: { [RECORD_ID_KEY]: recordId, content: "@agency1" } }), () => agency],
    [endpoints.getMailSettings, () => ({})],
    [endpoints.listOutgoingMail, () => ({}), () => agency],
    [endpoints.listAudit, () => ({}), () => agency],
    [endpoints.listAudit, () => ({ query: { before: "5000" } }), () => agency],
  ];

  it.each(calls)("no query of %o scans a large table", async (endpoint, options, user = () => vendor) => {
    // The rows fill the tables; their documents break the rules of the schemas.
    allowDifference(/must/);
    const call = async () => {
      const { status, message } = await user()(endpoint, options());
      expect({ status, message }).toEqual({ status: 200, message: "" });
    };
    expect(await findSequentialScans(call)).toEqual([]);
  });

  it("no query of saving and deleting a record scans a large table", async () => {
    const body = await aSave(server);
    const send = async (endpoint: Endpoint, ids: JsonObject = {}) => {
      const { status, message, rows } = await vendor(endpoint, { body: { ...body, ...ids } });
      expect({ status, message }).toEqual({ status: 200, message: "" });
      return { [RECORD_ID_KEY]: String(rows[0]![RECORD_ID_KEY]) };
    };
    const change = async () => {
      const id = await send(endpoints.addRecord);
      await send(endpoints.saveRecord, id);
      expect((await vendor(endpoints.deleteRecord, { body: id })).status).toBe(200);
    };
    expect(await findSequentialScans(change)).toEqual([]);
  });

  it("no query of the background tasks scans a large table", async () => {
    const { services } = server;
    const { signal } = new AbortController();
    const run = async () => {
      await purgeOldRows(services, signal);
      await sweepEndedUploads(services, signal);
      await enqueueUnreportedUploads(services, signal);
      await collectMails(services, signal);
      await claimNextJob(services.db, { kinds: ["waiting"], now: services.now(), leaseMs: 1000 });
    };
    expect(await findSequentialScans(run)).toEqual([]);
  });
});

const CONTACT = {
  first_name: "Vera",
  last_name: "Delgado",
  work_phone: "512-555-0100",
  agency: "3",
};
