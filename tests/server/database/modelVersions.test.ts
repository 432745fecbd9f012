import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../../../src/server/database/migrate.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";

let dataDir: string;
let db: Kysely<Database>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "model-versions-"));
  db = await openDatabase({ dataDir });
});
afterAll(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the migrations from one number to another, as releases brought them. */
async function migrate(from: number, to: number): Promise<void> {
  for (const [name, migration] of Object.entries(migrations)) {
    const number = Number(name.slice(0, 3));
    if (number >= from && number <= to) await migration.up(db);
  }
}

const BATCH = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;

it("numbers the uploads that were there before, each record's by itself, and says what was said of which", async () => {
  await migrate(1, 8);
  await sql`INSERT INTO contacts (document) VALUES ('{"email": "vendor1@example.com"}')`.execute(db);
  await sql`INSERT INTO accounts (id, username, password_hash) VALUES (1, 'vendor1', 'none')`.execute(db);
  for (const record of [1, 2])
    await sql`INSERT INTO records (username, metadata, schema_version) VALUES ('vendor1', ${`{"n": ${record}}`}, 1)`.execute(
      db,
    );
  // Sent in another order than they were taken; the third was refused and has no zip.
  const uploads = [
    { batch: 2, record: 1, taken: 2 },
    { batch: 1, record: 1, taken: 4 },
    { batch: 4, record: 2, taken: 5 },
    { batch: 3, record: 1, taken: undefined },
  ];
  for (const { batch, record, taken } of uploads) {
    const at = taken === undefined ? null : day(taken);
    await sql`INSERT INTO upload_batches (id, record_id, username, folder, blob_name, token_hash, expires_at, catalogued_at)
      VALUES (${BATCH(batch)}, ${record}, 'vendor1', 'f', 'model.zip', ${`hash ${batch}`}, ${day(9)}, ${at})`.execute(
      db,
    );
    if (at)
      await sql`INSERT INTO uploads (record_id, batch_id, kind, path, blob_path, mime_type, size, sha256, username)
        VALUES (${record}, ${BATCH(batch)}, 'zip', 'model.zip', 'b', 'application/zip', 1, 'a', 'vendor1')`.execute(
        db,
      );
  }
  for (const said of [1, 3, 4])
    await sql`INSERT INTO notifications (record_id, status, content, username, created_at)
      VALUES (1, 'pending', 'said', 'portal', ${day(said)})`.execute(db);
  await migrate(9, 99);
  const numbered = await db.selectFrom("upload_batches").select(["id", "version"]).orderBy("id").execute();
  expect(numbered.map(({ version }) => version)).toEqual([2, 1, null, 1]);
  const said = await db.selectFrom("notifications").select("upload_version").orderBy("id").execute();
  expect(said.map(({ upload_version }) => upload_version)).toEqual([null, 1, 2]);
});
