import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./startServer.ts";

/** Before the first project that needs it: makes the data folder that each of its servers begins with a copy of. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["DEMO_DATA"]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "flood-demo-"));
  const server = await startServer({ dataDir: folder });
  await server.close();
  process.env["DEMO_DATA"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
