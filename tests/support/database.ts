import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { RunningServer } from "../../src/server/runServer.ts";
import { startPostgres, type TestPostgres } from "../../scripts/dev/lib/postgres.ts";
import { startServer, type StartOptions } from "./startServer.ts";

/** Where a suite keeps its data: nothing more for the embedded database, an address for PostgreSQL. */
export interface TestDatabase {
  databaseUrl?: string;
}

export const hasPostgres = process.env["MIGRATED_TEMPLATE"] !== undefined;

export const isFullRun = process.env["TEST_FULL"] === "1";

/** Runs one suite on the embedded database and on PostgreSQL. The suite gets a database of its own once its tests run. */
export function onEachDatabase(title: string, suite: (database: () => TestDatabase) => void): void {
  describe(`${title}, on the embedded database`, () => suite(() => ({})));
  onPostgres(title, () => {
    let postgres: TestPostgres | undefined;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres?.stop());
    suite(() => (postgres ? { databaseUrl: postgres.url } : {}));
  });
}

/**
 * Runs one suite on a server with the demo data: on PostgreSQL, or on the embedded database where there is none, which is
 * slower.
 */
export function withDemoServer(
  title: string,
  suite: (server: () => RunningServer) => void,
  options: StartOptions = {},
): void {
  const runSuite = (isEmbedded: boolean) => {
    let server: RunningServer | undefined;
    beforeAll(async () => {
      server = await startServer({ ...options, isEmbedded });
    });
    afterAll(() => server?.close());
    suite(() => server!);
  };
  if (!hasPostgres) describe(`${title}, on the embedded database`, () => runSuite(true));
  onPostgres(title, () => runSuite(false));
}

/** Runs a suite on PostgreSQL; its tests are skipped with the reason where there is none. */
export function onPostgres(title: string, suite: () => void): void {
  describe(`${title}, on PostgreSQL`, () => {
    beforeEach((context) => {
      if (!hasPostgres) context.skip("PostgreSQL is not installed here.");
    });
    suite();
  });
}
