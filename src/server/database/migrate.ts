import { Migrator, sql, type Kysely, type Migration } from "kysely";
import { initialTables } from "./initialTables.ts";
import type { Db } from "./tables.ts";

const SPOKEN = [
  ["messages", "sent_at"],
  ["notifications", "created_at"],
  ["history", "saved_at"],
] as const;

/** What each release after the first has changed, in order. A new change is added at the end; none is ever edited. */
const changes: Record<string, string[]> = {
  // Contacts say the version of their schema they were written under, as records do; those of before are of the
  // first.
  "002-contact-schema-version": [`ALTER TABLE contacts ADD COLUMN schema_version int NOT NULL DEFAULT 1`],
  // Uploads count the tries that failed since they were put up; until now every claim counted, restarts too.
  "003-upload-failed-tries": [`ALTER TABLE upload_batches ADD COLUMN failed_tries int NOT NULL DEFAULT 0`],
  // Uploads keep the ETag of the zip they were put up with, so that one sent anew is told from the one at fault.
  "004-upload-sent-etag": [`ALTER TABLE upload_batches ADD COLUMN sent_etag text`],
  // Accounts that can be shut out, with their upload links; tries to sign in that all servers count; who did what.
  "005-accounts-and-audit": [
    // Raised whenever everybody who is signed in has to sign in again.
    `ALTER TABLE accounts ADD COLUMN session_version int NOT NULL DEFAULT 1`,
    `ALTER TABLE accounts ADD COLUMN disabled_at timestamptz`,
    `ALTER TABLE upload_batches ADD COLUMN revoked_at timestamptz`,
    `ALTER TABLE upload_batches ADD COLUMN cleared_at timestamptz`,
    // SHA-256 of the body that an idempotency key was used with.
    `ALTER TABLE idempotency ADD COLUMN body_hash text`,
    // As rate-limiter-flexible reads and writes it.
    `CREATE TABLE sign_in_tries (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint)`,
    `CREATE TABLE audit_log (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now(),
     event text NOT NULL,
     username text,
     address text,
     record_id bigint,
     detail jsonb NOT NULL DEFAULT '{}')`,
    `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN RAISE EXCEPTION ''The audit log is only ever added to.''; END'`,
    `CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ],
  // Messages keep all that their schema says, and under which version of it, as records and contacts do.
  "006-message-documents": [
    `ALTER TABLE messages ADD COLUMN document jsonb NOT NULL DEFAULT '{}'::jsonb`,
    `ALTER TABLE messages ADD COLUMN schema_version integer NOT NULL DEFAULT 1`,
  ],
  // Records know how far their vendor has read the thread. What was sent before that was kept counts as read.
  "007-last-read-message": [
    `ALTER TABLE records ADD COLUMN last_read_message integer NOT NULL DEFAULT 0`,
    `UPDATE records SET last_read_message = newest.id
    FROM (SELECT record_id, max(id) AS id FROM messages GROUP BY record_id) AS newest
    WHERE newest.record_id = records.id`,
  ],
  // What has come through an upload's link, of which a vendor's quota is made.
  "008-vendor-quota": [
    `ALTER TABLE upload_batches ADD COLUMN received_bytes bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE upload_batches ADD COLUMN received_writes integer NOT NULL DEFAULT 0`,
    `CREATE INDEX upload_batches_of_user ON upload_batches (username)`,
  ],
  // Uploads are numbered versions of their model; what is said and saved keeps which was the newest at the time.
  // Each reason of a rejection is one that can be answered.
  "009-model-versions": [
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
  ],
  // What was chosen between uploads is told afterwards, to vendor and agency: which upload was kept as a whole, or
  // which files were, what was put aside, and who took the choice back. An upload kept as a whole brings its own
  // files back.
  "010-resolution-log": [
    `ALTER TABLE resolutions
    ADD COLUMN batch_id uuid REFERENCES upload_batches,
    ADD COLUMN kept_ids bigint[] NOT NULL DEFAULT '{}',
    ADD COLUMN restored_ids bigint[] NOT NULL DEFAULT '{}',
    ADD COLUMN upload_version int,
    ADD COLUMN undone_by text,
    ADD COLUMN document jsonb NOT NULL DEFAULT '{}'`,
    `CREATE INDEX resolutions_of_record ON resolutions (record_id, id)`,
  ],
  // Checksum and date of each file as its zip held them, so that a zip of the model is laid out without reading the
  // files. Files from before have none: theirs are made once they are asked for.
  "011-model-zip": ["extracted_files", "uploads"].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN crc32 bigint, ADD COLUMN dos_time bigint`,
  ),
  // An upload may be asked for as a correction of a version: what its zip does not hold is taken over from there,
  // but for what is to go.
  "012-corrections": [
    `ALTER TABLE upload_batches
    ADD COLUMN corrects uuid REFERENCES upload_batches,
    ADD COLUMN left_out text[] NOT NULL DEFAULT '{}'`,
  ],
  // What stands of a record, and its zips, are found without a look at all that its versions ever held.
  "013-standing-files": [
    `DROP INDEX uploads_of_record`,
    `CREATE INDEX uploads_of_record ON uploads (record_id, kind, archived)`,
  ],
  // Uploads keep what their scripts say of a zip before they send it, so that it can be followed on its way.
  "014-announced-zips": [
    `ALTER TABLE upload_batches
    ADD COLUMN announced_at timestamptz,
    ADD COLUMN announced_size bigint,
    ADD COLUMN stale_bytes bigint NOT NULL DEFAULT 0`,
  ],
};

/** Every migration by its name, as the database remembers it. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries({ "001-initial": initialTables, ...changes }).map(([name, statements]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of statements) await sql.raw(statement).execute(db);
      },
    },
  ]),
);

/**
 * Brings the database to this release. Servers that start at once wait for one another; one that finds nothing to
 * do changes nothing.
 *
 * @throws when a migration failed; the database is then as it was before
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
