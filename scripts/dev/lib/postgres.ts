import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findFreePort } from "./freePort.ts";
import { createTemporaryFolder } from "./temporaryFolder.ts";

export interface TestPostgres {
  url: string;
  /** Stops and restarts the server; undefined if the server is not ours. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; root starts it as Debian's postgres user. */
type ServerUser = { uid?: number; gid?: number };

const runProgram = promisify(execFile);
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB"];
const localOnly = ["listen_addresses=127.0.0.1", "unix_socket_directories="];

/**
 * Creates a database on TEST_DATABASE_URL, or starts a temporary cluster. Undefined without both. Close all connections
 * before `stop`, which deletes the database.
 *
 * @param template database to copy
 */
export async function startPostgres(template?: string): Promise<TestPostgres | undefined> {
  const configuredUrl = process.env["TEST_DATABASE_URL"];
  return configuredUrl ? createTestDatabase(configuredUrl, template) : startCluster();
}

/** @throws Error without PostgreSQL */
export async function requirePostgres(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  if (postgres) return postgres;
  throw new Error("PostgreSQL's server programs are required. Install them or set TEST_DATABASE_URL.");
}

/** Starts a temporary cluster; undefined if PostgreSQL's server programs are not installed. */
export async function startCluster(): Promise<TestPostgres | undefined> {
  const programs = findServerPrograms();
  const user = findServerUser();
  return programs === undefined || user === undefined ? undefined : startNewCluster(programs, user);
}

async function createTestDatabase(server: string, template?: string): Promise<TestPostgres> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  return { url: await createDatabase(server, name, template), stop: () => dropDatabase(server, name) };
}

/** Returns the address of the new database. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const poolSize = process.env["TEST_POOL_SIZE"];
  if (poolSize) url.searchParams.set("connection_limit", poolSize);
  return url.href;
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  query(server, `DROP DATABASE ${name} WITH (FORCE)`);

async function startNewCluster(programs: string, user: ServerUser): Promise<TestPostgres> {
  const data = await createTemporaryFolder("flood-postgres-");
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid);
  const initdb = ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync"];
  await runProgram(join(programs, "initdb"), [...initdb, "--encoding", "UTF8", "--locale", "C"], {
    ...user,
    cwd: data,
  });
  const port = await findFreePort();
  const options = [...settings, ...localOnly].flatMap((setting) => ["-c", setting]);
  const launch = () =>
    spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), ...options], {
      ...user,
      cwd: data,
      stdio: "ignore",
    });
  let server = launch();
  const killOnExit = () => server.kill("SIGQUIT");
  process.once("exit", killOnExit);
  const stop = async () => {
    process.off("exit", killOnExit);
    await stopServer(server);
    await rm(data, { recursive: true, force: true });
  };
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  try {
    await waitUntilReady(url, server);
  } catch (cause) {
    await stop();
    throw cause;
  }
  const outage = {
    begin: () => stopServer(server),
    async end() {
      server = launch();
      await waitUntilReady(url, server);
    },
  };
  return { url, outage, stop };
}

/** Finds the folder of `initdb` and `postgres`: in PATH, or Debian's newest. */
function findServerPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return [...onPath, ...versions.map((version) => join(debian, version, "bin"))].find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return {};
  const getId = (kind: string) =>
    Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: getId("-u"), gid: getId("-g") };
  } catch {
    return undefined;
  }
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await query(url, "SELECT 1");
    } catch (cause) {
      if (server.exitCode !== null) throw new Error("PostgreSQL ended during the start", { cause });
      if (Date.now() > deadline) throw new Error("PostgreSQL was not ready within 30 seconds", { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await exit;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
