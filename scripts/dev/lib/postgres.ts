import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "./freePort.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface TestPostgres {
  url: string;
  /** Ends the server, and starts it again on the same data; none where it is not the caller's own. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root hands it to the user that Debian's package makes. */
type Owner = { uid?: number; gid?: number };

const run = promisify(execFile);
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB"];
const localOnly = ["listen_addresses=127.0.0.1", "unix_socket_directories="];

/**
 * A database of the caller's own: a new one on TEST_DATABASE_URL where that is set (a copy of `template`, if named), else
 * a throwaway cluster where PostgreSQL's server programs are installed. Undefined where there is neither. Close every
 * connection before `stop`, which removes the database.
 */
export async function startPostgres(template?: string): Promise<TestPostgres | undefined> {
  const given = process.env["TEST_DATABASE_URL"];
  return given ? newDatabaseOn(given, template) : startCluster();
}

/** A throwaway cluster of the caller's own, where PostgreSQL's server programs are installed. */
export async function startCluster(): Promise<TestPostgres | undefined> {
  const programs = serverPrograms();
  const owner = serverOwner();
  return programs === undefined || owner === undefined ? undefined : newCluster(programs, owner);
}

async function newDatabaseOn(server: string, template?: string): Promise<TestPostgres> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  return { url: await createDatabase(server, name, template), stop: () => dropDatabase(server, name) };
}

/** Creates a database, as a copy of `template` where one is named. Returns its address. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export const dropDatabase = (server: string, name: string): Promise<void> =>
  query(server, `DROP DATABASE ${name} WITH (FORCE)`);

async function newCluster(programs: string, owner: Owner): Promise<TestPostgres> {
  const data = await temporaryFolder("flood-postgres-");
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid ?? owner.uid);
  const initdb = ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync"];
  await run(join(programs, "initdb"), [...initdb, "--encoding", "UTF8", "--locale", "C"], {
    ...owner,
    cwd: data,
  });
  const port = await freePort();
  const options = [...settings, ...localOnly].flatMap((setting) => ["-c", setting]);
  const launch = () =>
    spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), ...options], {
      ...owner,
      cwd: data,
      stdio: "ignore",
    });
  let server = launch();
  const killWithUs = () => server.kill("SIGQUIT");
  process.once("exit", killWithUs);
  const stop = async () => {
    process.off("exit", killWithUs);
    await ended(server);
    await rm(data, { recursive: true, force: true });
  };
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  try {
    await ready(url, server);
  } catch (cause) {
    await stop();
    throw cause;
  }
  const outage = {
    begin: () => ended(server),
    async end() {
      server = launch();
      await ready(url, server);
    },
  };
  return { url, outage, stop };
}

/** The folder of `initdb` and `postgres`: one on the path, else Debian's newest. */
function serverPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return [...onPath, ...versions.map((version) => join(debian, version, "bin"))].find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) =>
    Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    return undefined;
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const giveUp = Date.now() + 30_000;
  for (;;) {
    try {
      return await query(url, "SELECT 1");
    } catch (cause) {
      if (server.exitCode !== null) throw new Error("PostgreSQL ended while starting", { cause });
      if (Date.now() > giveUp) throw new Error("PostgreSQL did not answer within 30 seconds", { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function ended(server: ChildProcess): Promise<void> {
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
