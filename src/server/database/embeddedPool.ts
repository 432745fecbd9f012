import type { PGlite } from "@electric-sql/pglite";
import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** What Kysely counts the rows of. */
const COMMANDS = ["INSERT", "UPDATE", "DELETE", "MERGE"] as const;

/** PostgreSQL itself looks what is in its tables when many rows have changed; the embedded database has to be told. */
const MANY_ROWS = 10_000;

/** The embedded database as a pool of one connection, which callers hold in turn. */
export interface EmbeddedPool extends PostgresPool {
  /**
   * Runs the work of a transaction. Whoever asks for a connection inside it gets the one the transaction holds,
   * instead of waiting for ever for the only one there is.
   */
  within<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes a database in this process look like a pool of connections to Kysely. */
export function createEmbeddedPool(database: PGlite): EmbeddedPool {
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<void> = Promise.resolve();
  let changedRows = 0;

  const query: Query = async <Row>(sql: string, parameters: readonly unknown[]) => {
    const { rows, affectedRows } = await database.query<Row>(sql, [...parameters]);
    changedRows += affectedRows ?? 0;
    return { command: commandOf(sql), rowCount: affectedRows ?? rows.length, rows };
  };

  async function held(): Promise<PostgresPoolClient> {
    const before = last;
    let release = () => {};
    last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    await analyzeChanged();
    return clientOf(query, release);
  }

  /** Between transactions. Without it, the plans for large records are those for a handful of rows, and no worse. */
  async function analyzeChanged(): Promise<void> {
    if (changedRows < MANY_ROWS) return;
    changedRows = 0;
    await database.query("ANALYZE").catch(() => {});
  }

  return {
    connect: async () => (inside.getStore() ? clientOf(refuseNesting(query), () => {}) : held()),
    end: async () => {
      await last;
      await database.close();
    },
    within: (work) => inside.run(true, work),
  };
}

type Query = <Row>(
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ command: (typeof COMMANDS)[number] | "SELECT"; rowCount: number; rows: Row[] }>;

const clientOf = (query: Query, release: () => void) => ({ query, release }) as unknown as PostgresPoolClient;

/** A transaction begun inside another would end the outer one early. */
function refuseNesting(query: Query): Query {
  return async (sql, parameters) => {
    if (/^\s*(begin|start|commit|rollback)\b/i.test(sql))
      throw new Error("A transaction was begun inside another; use the one that is open.");
    return query(sql, parameters);
  };
}

const commandOf = (sql: string) =>
  COMMANDS.find((command) => sql.trimStart().slice(0, 6).toUpperCase().startsWith(command)) ?? "SELECT";
