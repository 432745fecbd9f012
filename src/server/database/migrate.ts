import { createHash } from "node:crypto";
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from "kysely";
import { baselineStatements } from "./baseline.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import type { Db } from "./tables.ts";

/** Names its content: a database with another baseline was made by another unreleased build. */
const BASELINE = `0001-baseline-${createHash("sha256").update(baselineStatements.join("\n")).digest("hex").slice(0, 8)}`;

const nameField = (role: string) => getFieldNameByRole(getSchema("metadata"), role);

/** SQL statements of each migration by its name, in order. Append new migrations; never edit a released one. */
const statementsByMigration: Record<string, string[]> = {
  [BASELINE]: baselineStatements,
  "0002-mail": [
    `ALTER TABLE accounts ADD COLUMN mail_frequency text NOT NULL DEFAULT 'at once'
       CHECK (mail_frequency IN ('at once', 'daily', 'never'))`,
    `CREATE TABLE outbox (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       mail_id uuid,
       account_id bigint NOT NULL REFERENCES accounts,
       record_id bigint REFERENCES records,
       title text NOT NULL,
       identifier text NOT NULL,
       sentence text NOT NULL,
       details text NOT NULL,
       path text NOT NULL,
       once_key text UNIQUE,
       state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'kept')),
       error_text text,
       created_at timestamptz NOT NULL DEFAULT now(),
       sent_at timestamptz)`,
    `CREATE INDEX outbox_of_mail ON outbox (mail_id) WHERE mail_id IS NOT NULL`,
    `CREATE INDEX outbox_waiting ON outbox (account_id) WHERE state = 'waiting'`,
    `CREATE INDEX outbox_of_record ON outbox (record_id) WHERE record_id IS NOT NULL`,
    `CREATE INDEX outbox_created ON outbox (created_at)`,
  ],
  "0003-assignment": [
    `ALTER TABLE records ADD COLUMN assigned_to text REFERENCES accounts (username)`,
    `CREATE TABLE notes (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       record_id bigint NOT NULL REFERENCES records,
       username text NOT NULL,
       content text NOT NULL,
       written_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE INDEX notes_of_record ON notes (record_id, id)`,
    `CREATE TABLE record_viewers (
       record_id bigint NOT NULL REFERENCES records,
       username text NOT NULL,
       seen_at timestamptz NOT NULL,
       PRIMARY KEY (record_id, username))`,
  ],
  // What the review queue searches, filters and sorts by. Existing messages count as read by the agency.
  "0004-review-queue": [
    `ALTER TABLE records
       ADD COLUMN title text NOT NULL DEFAULT '',
       ADD COLUMN region text NOT NULL DEFAULT '',
       ADD COLUMN counties text[] NOT NULL DEFAULT '{}',
       ADD COLUMN last_vendor_message_id bigint NOT NULL DEFAULT 0,
       ADD COLUMN last_agency_message_id bigint NOT NULL DEFAULT 0,
       ADD COLUMN agency_read_message_id bigint NOT NULL DEFAULT 0`,
    `UPDATE records SET
       title = coalesce(metadata->>'${nameField("title")}', ''),
       region = coalesce(metadata->>'${nameField("region")}', ''),
       counties = ARRAY(SELECT jsonb_array_elements_text(metadata->'${nameField("county")}')
         WHERE jsonb_typeof(metadata->'${nameField("county")}') = 'array'),
       last_vendor_message_id = coalesce((SELECT max(messages.id) FROM messages
         WHERE record_id = records.id AND messages.username = records.username), 0),
       last_agency_message_id = coalesce((SELECT max(messages.id) FROM messages
         WHERE record_id = records.id AND messages.username NOT IN (records.username, 'portal')), 0)`,
    `UPDATE records SET agency_read_message_id = last_vendor_message_id WHERE last_vendor_message_id > 0`,
    `CREATE INDEX records_by_status_change ON records (status_changed_at, id) WHERE deleted_at IS NULL`,
    `CREATE INDEX records_of_status ON records (status, status_changed_at, id) WHERE deleted_at IS NULL`,
    `CREATE INDEX records_by_title ON records (left(lower(title), 60), id) WHERE deleted_at IS NULL`,
    `CREATE INDEX records_of_region ON records (region, status_changed_at, id) WHERE deleted_at IS NULL`,
    `CREATE INDEX records_of_reviewer ON records (assigned_to, status_changed_at, id)
       WHERE assigned_to IS NOT NULL AND deleted_at IS NULL`,
    `CREATE INDEX records_unread ON records (status_changed_at, id)
       WHERE last_vendor_message_id > agency_read_message_id AND deleted_at IS NULL`,
    `CREATE INDEX records_waiting_for_vendor ON records (status_changed_at, id)
       WHERE (status = 'rejected'
         OR status IN ('in progress', 'pending') AND last_agency_message_id > last_vendor_message_id)
         AND deleted_at IS NULL`,
    `CREATE INDEX records_in_county ON records USING gin (counties) WHERE deleted_at IS NULL`,
    `CREATE FUNCTION search_words(title text, identifier text, username text) RETURNS tsvector
       LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
       $$SELECT array_to_tsvector(array_remove(regexp_split_to_array(
         lower(left(title, 500) || ' ' || left(identifier, 100) || ' ' || username),
         '[\\s!-/:-@\\[-\`{-~]+'), ''))$$`,
    `CREATE INDEX records_with_word ON records USING gin (search_words(title, identifier, username))
       WHERE deleted_at IS NULL`,
    `ALTER TABLE uploads ADD COLUMN warning_count int GENERATED ALWAYS AS
       (CASE jsonb_typeof(receipt->'warnings') WHEN 'array' THEN jsonb_array_length(receipt->'warnings') ELSE 0 END) STORED`,
    `CREATE INDEX uploads_with_warnings ON uploads (record_id) WHERE warning_count > 0`,
    `CREATE INDEX uploads_delivered_again ON uploads (record_id) WHERE version > 1`,
  ],
  // Stored: a search without matches may read all records, and splitting each title again takes seven times as long.
  "0005-search-words": [
    `ALTER TABLE records ADD COLUMN words tsvector
       GENERATED ALWAYS AS (search_words(title, identifier, username)) STORED`,
    `DROP INDEX records_with_word`,
    `CREATE INDEX records_with_word ON records USING gin (words) WHERE deleted_at IS NULL`,
  ],
  "0006-file-names": [
    `CREATE INDEX model_files_by_name ON model_files (left(lower(substring(path FROM '[^/]*$')), 60) text_pattern_ops)
       WHERE kind = 'file' AND NOT archived`,
  ],
  // Reasons without kind and name are about the whole record.
  "0007-requested-changes": [
    `ALTER TABLE rejection_reasons
       ALTER COLUMN kind DROP NOT NULL,
       ALTER COLUMN name DROP NOT NULL,
       ADD COLUMN blocking boolean NOT NULL DEFAULT true,
       ADD COLUMN answer text NOT NULL DEFAULT ''`,
    `ALTER TABLE notifications
       ADD COLUMN requests_changes boolean NOT NULL DEFAULT false,
       ADD COLUMN note text NOT NULL DEFAULT ''`,
    `ALTER TABLE records ADD COLUMN changes_requested boolean NOT NULL DEFAULT false`,
    `DROP INDEX records_waiting_for_vendor`,
    `CREATE INDEX records_waiting_for_vendor ON records (status_changed_at, id)
       WHERE (status = 'rejected' OR changes_requested
         OR status IN ('in progress', 'pending') AND last_agency_message_id > last_vendor_message_id)
         AND deleted_at IS NULL`,
  ],
  // Counting by county reads only these narrow rows, not the metadata of all pending records.
  "0008-pending-counties": [
    `CREATE TABLE pending_counties (
       record_id bigint NOT NULL REFERENCES records ON DELETE CASCADE,
       county text NOT NULL,
       PRIMARY KEY (record_id, county))`,
    `INSERT INTO pending_counties SELECT DISTINCT id, county FROM records CROSS JOIN unnest(counties) AS county
       WHERE status = 'pending' AND deleted_at IS NULL`,
    `CREATE FUNCTION update_pending_counties() RETURNS trigger LANGUAGE plpgsql AS
       $$BEGIN
         DELETE FROM pending_counties WHERE record_id = NEW.id;
         INSERT INTO pending_counties SELECT DISTINCT NEW.id, county FROM unnest(NEW.counties) AS county
           WHERE NEW.status = 'pending' AND NEW.deleted_at IS NULL;
         RETURN NULL;
       END$$`,
    `CREATE TRIGGER pending_counties_of_inserted AFTER INSERT ON records
       FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION update_pending_counties()`,
    `CREATE TRIGGER pending_counties_of_updated AFTER UPDATE OF status, counties, deleted_at ON records
       FOR EACH ROW WHEN (OLD.status = 'pending' OR NEW.status = 'pending') EXECUTE FUNCTION update_pending_counties()`,
  ],
  "0009-review-checklist": [
    `ALTER TABLE notifications
       ADD COLUMN checklist jsonb,
       ADD COLUMN checklist_version int`,
  ],
  // Findings of a review are counted in the background. Requests have no foreign key: it would lock the record.
  "0010-finding-counts": [
    `ALTER TABLE records
       ADD COLUMN finding_count int,
       ADD COLUMN finding_rules text`,
    `CREATE INDEX records_with_findings ON records (status_changed_at, id)
       WHERE finding_count > 0 AND deleted_at IS NULL`,
    `CREATE TABLE finding_count_requests (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       record_id bigint NOT NULL)`,
    `CREATE INDEX finding_count_requests_of_record ON finding_count_requests (record_id, id)`,
    `DROP INDEX uploads_with_warnings`,
    `ALTER TABLE uploads DROP COLUMN warning_count`,
  ],
  // As cataloging does since: the newest metadata file replaces those with other content.
  "0011-replaced-metadata-files": [
    `UPDATE model_files SET archived = true
     WHERE kind = 'file' AND NOT archived AND conflict_number IS NOT NULL
       AND lower(path) = 'metadata_' || record_id || '.yml'
       AND sha256 <> (
         SELECT sha256 FROM model_files AS newest
         WHERE newest.record_id = model_files.record_id AND kind = 'file' AND NOT archived
           AND lower(newest.path) = lower(model_files.path)
         ORDER BY id DESC LIMIT 1)`,
  ],
  "0012-requested-findings": [`ALTER TABLE rejection_reasons ADD COLUMN finding text`],
};

export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statementsByMigration).map(([name, statements]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of statements) await sql.raw(statement).execute(db);
      },
    },
  ]),
);

/**
 * Runs the migrations that the database lacks. Servers that start at the same time wait for each other.
 * @throws when the database was made by an unreleased or a newer build, or when a migration failed; the database is
 * then unchanged
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await requireKnownMigrations(db);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

const UNRELEASED_BUILD =
  "This database was made by an unreleased build and cannot be upgraded. Use an empty DATA_DIR or database.";
const NEWER_BUILD =
  "This database was made by a newer version of the portal. Start that version, or use an empty DATA_DIR or database.";

async function requireKnownMigrations(db: Db): Promise<void> {
  const table = DEFAULT_MIGRATION_TABLE;
  const found = await sql<{ exists: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS exists`.execute(
    db,
  );
  if (!found.rows[0]?.exists) return;
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(db);
  if (rows.every(({ name }) => name in migrations)) return;
  throw new Error(rows.some(({ name }) => name === BASELINE) ? NEWER_BUILD : UNRELEASED_BUILD);
}
