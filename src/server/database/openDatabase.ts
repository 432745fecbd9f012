import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { createEmbeddedPool, type EmbeddedPool } from "./embeddedPool.ts";
import { PreparingClient } from "./queries.ts";
import type { Database } from "./tables.ts";

const INT8 = 20;
const INT8_LIST: number = 1016;
const CONNECTIONS = 10;
const CONNECT_WITHIN = 10_000;
/** For the longest: numbering the conflicts of a hundred thousand files. */
const QUERY_WITHIN = 60_000;
/** The system keeps the files in memory as well; with the usual 128 MB, an idle server would hold half as much again. */
const EMBEDDED_BUFFERS = "16MB";

/**
 * The database of an installation: PostgreSQL where an address is given, else the embedded one in the data folder.
 * Both answer whole numbers as numbers, timestamps as dates and documents as objects. `destroy()` ends it cleanly.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string;
  dataDir: string;
}): Promise<Kysely<Database>> {
  if (databaseUrl) return new Kysely({ dialect: new PostgresDialect({ pool: postgresPool(databaseUrl) }) });
  const folder = join(dataDir, "database");
  await createDatabase(folder);
  const database = await PGlite.create({
    dataDir: folder,
    parsers: { [INT8]: Number },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${EMBEDDED_BUFFERS}`],
  });
  return new EmbeddedKysely(createEmbeddedPool(database));
}

function postgresPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN,
    statement_timeout: QUERY_WITHIN,
    query_timeout: QUERY_WITHIN + CONNECT_WITHIN,
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

const numbersOf = pg.types.getTypeParser(INT8_LIST, "text");

const parserOf: typeof pg.types.getTypeParser = ((type: number, format?: "text") => {
  if (format !== undefined && format !== "text") return pg.types.getTypeParser(type, format);
  if (type === INT8) return Number;
  if (type === INT8_LIST) return (text: string) => (numbersOf(text) as string[]).map(Number);
  return pg.types.getTypeParser(type, "text");
}) as typeof pg.types.getTypeParser;

/** Tells the pool when a transaction's own work runs, so that a query beside it does not wait for itself. */
class EmbeddedKysely extends Kysely<Database> {
  readonly #pool: EmbeddedPool;

  constructor(pool: EmbeddedPool) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#pool = pool;
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (trx: Transaction<Database>) => Promise<T>) =>
      execute((trx) => this.#pool.within(() => work(trx)));
    return builder;
  }
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CREATE = `import { PGlite } from "@electric-sql/pglite";
await (await PGlite.create(process.argv[1])).close();`;
/** It is gone before compiling its WebAssembly well has paid. */
const COMPILE_ONCE = ["--liftoff-only", "--input-type=module"];

/**
 * Makes the folder of the embedded database where it is missing, as a whole or not at all. In a process of its own,
 * whose memory is given back: making one takes three times what the server needs.
 *
 * @throws Error naming the folder
 */
async function createDatabase(folder: string): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await promisify(execFile)(process.execPath, [...COMPILE_ONCE, "--eval", CREATE, "--", unfinished], {
      cwd: ROOT,
    });
    if (existsSync(folder)) await rmdir(folder);
    await rename(unfinished, folder);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`The database could not be made in ${folder}: ${lastLineOf(stderr ?? "") || message}`, {
      cause,
    });
  }
}

/** The sentence of a failure, which the lines around it only place. */
const lastLineOf = (text: string) => /^(?:\w*Error|.*ENOSPC).*$/m.exec(text)?.[0] ?? "";
