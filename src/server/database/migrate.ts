import { createHash } from "node:crypto";
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from "kysely";
import { baselineStatements } from "./baseline.ts";
import type { Db } from "./tables.ts";

/** Names its content: a database with another baseline was made by another unreleased build. */
const BASELINE = `0001-baseline-${createHash("sha256").update(baselineStatements.join("\n")).digest("hex").slice(0, 8)}`;

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
