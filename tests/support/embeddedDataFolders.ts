import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../src/server/database/migrate.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import { startServer } from "./startServer.ts";

/**
 * Global setup: creates the data folders that servers on the embedded database start from, one with an empty database
 * and one with the demo data. Creating one takes seconds, copying it does not.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["DEMO_DATA"]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "flood-made-"));
  const [empty, demo] = [join(folder, "empty"), join(folder, "demo")];
  const db = await openDatabase({ dataDir: empty });
  await migrate(db);
  await db.destroy();
  cpSync(empty, demo, { recursive: true });
  const server = await startServer({ dataDir: demo });
  await server.close();
  Object.assign(process.env, { EMPTY_DATA: empty, DEMO_DATA: demo });
  return () => rm(folder, { recursive: true, force: true });
}
