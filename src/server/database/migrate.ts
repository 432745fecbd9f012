import { createHash } from "node:crypto";
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from "kysely";
import { baselineStatements } from "./baseline.ts";
import type { Db } from "./tables.ts";

/** Names its content: a database with another baseline was made by another unreleased build. */
const BASELINE = `0001-baseline-${createHash("sha256").update(baselineStatements.join("\n")).digest("hex").slice(0, 8)}`;

/** SQL statements of each migration by its name, in order. Append new migrations; never edit a released one. */
const statementsByMigration: Record<string, string[]> = { [BASELINE]: baselineStatements };

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
