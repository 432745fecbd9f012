import { startCluster } from "../../scripts/dev/lib/postgres.ts";

/** Before the first project that needs it: one PostgreSQL for all tests, each of which makes databases of its own on it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const cluster = await startCluster();
  if (cluster) process.env["TEST_DATABASE_URL"] = cluster.url;
  return cluster?.stop;
}
