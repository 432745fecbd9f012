import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { RunningServer } from "../../src/server/runServer.ts";
import { startPostgres, type TestPostgres } from "../../scripts/lib/postgres.ts";
import { startServer, type StartOptions } from "./startServer.ts";

/** Where a suite keeps its data: nothing more for the embedded database, an address for PostgreSQL. */
export interface TestDatabase {
  databaseUrl?: string;
}

/**
 * Runs one suite on the embedded database and on PostgreSQL, each test with the reason where there is no PostgreSQL.
 * The suite gets the database of its own once its tests run.
 */
export function onEachDatabase(title: string, suite: (database: () => TestDatabase) => void): void {
  describe(`${title}, on the embedded database`, () => suite(() => ({})));
  describe(`${title}, on PostgreSQL`, () => {
    let postgres: TestPostgres | undefined;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres?.stop());
    beforeEach((context) => {
      if (!postgres) context.skip("PostgreSQL is not installed here.");
    });
    suite(() => (postgres ? { databaseUrl: postgres.url } : {}));
  });
}

/** The same with a whole server, demo data included. */
export function withServerOnEachDatabase(
  title: string,
  suite: (server: () => RunningServer) => void,
  options: StartOptions = {},
): void {
  onEachDatabase(title, (database) => {
    let server: RunningServer | undefined;
    beforeAll(async () => {
      server = await startServer({ ...options, ...database() });
    });
    afterAll(() => server?.close());
    suite(() => server!);
  });
}
