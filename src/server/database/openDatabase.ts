import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import type { Kysely } from "kysely";
import pg from "pg";
import { PROJECT_FOLDER } from "../projectFolder.ts";
import { createEmbeddedPool } from "./embeddedPool.ts";
import { GuardedKysely } from "./guardedPool.ts";
import { listenOnPostgres } from "./postgresListener.ts";
import { NamedStatementClient } from "./queries.ts";
import type { Database } from "./tables.ts";

const INT8_TYPE_ID = 20;
const INT8_ARRAY_TYPE_ID: number = 1016;
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** The longest query assigns conflict numbers to 100,000 files. */
const QUERY_TIMEOUT_MS = 60_000;
/** The operating system caches the files too; the default of 128 MB makes an idle server half as large again. */
const EMBEDDED_SHARED_BUFFERS = "16MB";

/** Both databases return integers as numbers, timestamps as dates and documents as objects. */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string },
  { queryTimeoutMs = QUERY_TIMEOUT_MS }: { queryTimeoutMs?: number } = {},
): Promise<Kysely<Database>> {
  if (databaseUrl)
    return new GuardedKysely(createPostgresPool(databaseUrl, queryTimeoutMs), (channel, onNotification) =>
      listenOnPostgres(databaseUrl, channel, onNotification),
    );
  const folder = join(dataDir, "database");
  await createDatabaseFolder(folder);
  const database = await openDatabaseFolder(folder);
  await restrictToOwner(folder);
  const { pool, listen } = createEmbeddedPool(database);
  return new GuardedKysely(pool, listen);
}

/** PGlite makes its files readable and writable for everyone, whatever the umask. */
async function restrictToOwner(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map((entry) => chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)),
  );
}

/** A timeout of 0 means none. */
function createPostgresPool(connectionString: string, queryTimeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    Client: NamedStatementClient,
    connectionString,
    max: Number(new URL(connectionString).searchParams.get("connection_limit") ?? MAX_CONNECTIONS),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: queryTimeoutMs,
    query_timeout: queryTimeoutMs && queryTimeoutMs + CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  });
  // The pool replaces connections that break, and their queries fail. Without listeners, the errors would also end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const parseInt8Array = pg.types.getTypeParser(INT8_ARRAY_TYPE_ID, "text");

const getTypeParser: typeof pg.types.getTypeParser = ((type: number, format?: "text") => {
  if (format !== undefined && format !== "text") return pg.types.getTypeParser(type, format);
  if (type === INT8_TYPE_ID) return Number;
  if (type === INT8_ARRAY_TYPE_ID) return (text: string) => (parseInt8Array(text) as string[]).map(Number);
  return pg.types.getTypeParser(type, "text");
}) as typeof pg.types.getTypeParser;

/** @throws Error if the database is damaged: PGlite's own error does not say so */
async function openDatabaseFolder(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create({
      dataDir: folder,
      parsers: { [INT8_TYPE_ID]: Number },
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${EMBEDDED_SHARED_BUFFERS}`],
    });
  } catch (cause) {
    // For example ENOSPC or EACCES.
    if ((cause as NodeJS.ErrnoException).code !== undefined) throw cause;
    await rm(join(folder, "postmaster.pid"), { force: true });
    throw createDamagedError(folder, cause);
  }
}

const createDamagedError = (folder: string, cause?: unknown) =>
  new Error(
    `The database in ${folder} (DATA_DIR) is damaged. No record was changed; restore a backup (docs/operate.md).`,
    { cause },
  );

const CREATE_DATABASE_SCRIPT = `import { PGlite } from "@electric-sql/pglite";
await (await PGlite.create(process.argv[1])).close();`;
const FAST_START_OPTIONS = ["--liftoff-only", "--input-type=module"];

/** A child process creates the folder, completely or not at all: it needs three times the memory of the server. */
async function createDatabaseFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw createDamagedError(folder);
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await promisify(execFile)(
      process.execPath,
      [...FAST_START_OPTIONS, "--eval", CREATE_DATABASE_SCRIPT, "--", unfinished],
      {
        cwd: PROJECT_FOLDER,
      },
    );
    if (existsSync(folder)) await rmdir(folder);
    await rename(unfinished, folder);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`Cannot create the database in ${folder}: ${findErrorLine(stderr ?? "") || message}`, {
      cause,
    });
  }
}

const findErrorLine = (text: string) => /^(?:\w*Error|.*ENOSPC).*$/m.exec(text)?.[0] ?? "";
