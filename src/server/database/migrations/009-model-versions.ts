import { sql, type Kysely } from "kysely";

const SPOKEN = [
  ["messages", "sent_at"],
  ["notifications", "created_at"],
  ["history", "saved_at"],
] as const;

const STATEMENTS = [
  `ALTER TABLE upload_batches ADD COLUMN version int`,
  `UPDATE upload_batches SET version = numbered.version FROM (
     SELECT batch_id, row_number() OVER (PARTITION BY record_id ORDER BY id) AS version
     FROM uploads WHERE kind = 'zip') numbered
   WHERE upload_batches.id = numbered.batch_id`,
  `CREATE UNIQUE INDEX upload_batches_version ON upload_batches (record_id, version) WHERE version IS NOT NULL`,
  ...SPOKEN.flatMap(([table, time]) => [
    `ALTER TABLE ${table} ADD COLUMN upload_version int`,
    `UPDATE ${table} SET upload_version = (SELECT max(version) FROM upload_batches
       WHERE upload_batches.record_id = ${table}.record_id AND catalogued_at <= ${table}.${time})`,
  ]),
  `CREATE TABLE reasons (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     notification_id bigint NOT NULL REFERENCES notifications,
     kind text NOT NULL CHECK (kind IN ('field', 'file', 'finding')),
     name text NOT NULL,
     content text NOT NULL,
     answered_at timestamptz)`,
  `CREATE INDEX reasons_of_notification ON reasons (notification_id)`,
];

/**
 * Uploads are numbered versions of their model; what is said and saved keeps which was the newest at the time. Each
 * reason of a rejection is one that can be answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
