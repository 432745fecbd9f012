import type { PGlite } from "@electric-sql/pglite";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Listen } from "./guardedPool.ts";

const ROW_COUNT_COMMANDS = ["INSERT", "UPDATE", "DELETE", "MERGE"] as const;

/** PostgreSQL runs ANALYZE by itself; the embedded database does not. */
const ANALYZE_AFTER_CHANGED_ROWS = 10_000;

/** A pool of the only connection that the embedded database has. */
export function createEmbeddedPool(database: PGlite): { pool: PostgresPool; listen: Listen } {
  let lastRelease: Promise<void> = Promise.resolve();
  let changedRows = 0;

  const query: Query = async <Row>(sql: string, parameters: readonly unknown[]) => {
    const { rows, affectedRows } = await database.query<Row>(sql, [...parameters]);
    changedRows += affectedRows ?? 0;
    return { command: getCommand(sql), rowCount: affectedRows ?? rows.length, rows };
  };

  async function acquireConnection(): Promise<PostgresPoolClient> {
    const previousRelease = lastRelease;
    let release = () => {};
    lastRelease = new Promise((resolve) => {
      release = resolve;
    });
    await previousRelease;
    await analyzeAfterManyChanges();
    return createClient(query, release);
  }

  /** Runs between transactions. Without it, query plans for large records assume a handful of rows. */
  async function analyzeAfterManyChanges(): Promise<void> {
    if (changedRows < ANALYZE_AFTER_CHANGED_ROWS) return;
    changedRows = 0;
    await database.query("ANALYZE").catch(() => {});
  }

  /** LISTEN inside a transaction of another caller would end with its rollback. */
  async function runBetweenTransactions<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection = await acquireConnection();
    return work().finally(() => connection.release());
  }

  const listen: Listen = (channel, onNotification) => {
    // Fails only if the database is closed.
    const unlisten = runBetweenTransactions(() => database.listen(channel, onNotification)).catch(
      () => async () => undefined,
    );
    return { stop: async () => runBetweenTransactions(await unlisten) };
  };

  const pool: PostgresPool = {
    connect: acquireConnection,
    end: async () => {
      await lastRelease;
      await database.close();
    },
  };
  return { pool, listen };
}

type Query = <Row>(
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ command: (typeof ROW_COUNT_COMMANDS)[number] | "SELECT"; rowCount: number; rows: Row[] }>;

const createClient = (query: Query, release: () => void) =>
  ({ query, release }) as unknown as PostgresPoolClient;

/** Also of a statement that follows a WITH. */
const ROW_COUNT_STATEMENT = /^\s*(?:with\b.*\)\s*)?(insert|update|delete|merge)\b/is;

function getCommand(sql: string) {
  const verb = ROW_COUNT_STATEMENT.exec(sql)?.[1]?.toUpperCase();
  return ROW_COUNT_COMMANDS.find((command) => command === verb) ?? "SELECT";
}
