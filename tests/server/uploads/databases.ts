import { afterAll, beforeAll, describe } from "vitest";
import { startPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

const postgres = await startPostgres();

/** Runs the same tests on the embedded database and, where there is one, on PostgreSQL. */
export function onEveryDatabase(tests: (server: () => UploadServer) => void): void {
  describe("on the embedded database", () => onDatabase(tests));
  describe.skipIf(!postgres)("on PostgreSQL", () => onDatabase(tests, postgres?.url));
  afterAll(() => postgres?.stop());
}

function onDatabase(tests: (server: () => UploadServer) => void, databaseUrl?: string): void {
  let server: UploadServer;
  beforeAll(async () => {
    server = await startUploadServer(databaseUrl ? { databaseUrl } : {});
  });
  afterAll(() => server.stop());
  tests(() => server);
}
