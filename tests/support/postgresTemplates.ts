import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, dropDatabase, startCluster } from "../../scripts/dev/lib/postgres.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import { startServer } from "./startServer.ts";

/**
 * Global setup: starts one PostgreSQL for all tests, with a migrated and a demo database that tests copy as templates.
 * Does nothing where PostgreSQL is not installed.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["MIGRATED_TEMPLATE"]) return undefined;
  const given = process.env["TEST_DATABASE_URL"];
  const cluster = given ? undefined : await startCluster();
  const server = given ?? cluster?.url;
  if (server === undefined) return undefined;
  const run = randomBytes(4).toString("hex");
  const [migrated, demo] = [`template_migrated_${run}`, `template_demo_${run}`];
  const demoFolder = await mkdtemp(join(tmpdir(), "flood-demo-"));

  const migratedUrl = await createDatabase(server, migrated);
  const db = await openDatabase({ databaseUrl: migratedUrl, dataDir: "" });
  await migrate(db);
  await db.destroy();
  const databaseUrl = await createDatabase(server, demo, migrated);
  await (await startServer({ databaseUrl, dataDir: demoFolder })).close();

  Object.assign(process.env, {
    TEST_DATABASE_URL: server,
    MIGRATED_TEMPLATE: migrated,
    DEMO_TEMPLATE: demo,
    DEMO_TEMPLATE_FOLDER: demoFolder,
  });
  return async () => {
    if (given) await Promise.all([migrated, demo].map((name) => dropDatabase(given, name)));
    await cluster?.stop();
    await rm(demoFolder, { recursive: true, force: true });
  };
}
