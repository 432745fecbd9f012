import { afterAll, beforeAll, describe } from "vitest";
import { onPostgres, runsEmbedded } from "../../support/database.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

/** Runs the same tests on PostgreSQL, and on the embedded database if `runsEmbedded`. */
export function onEveryDatabase(tests: (server: () => UploadServer) => void): void {
  const runTests = (isEmbedded: boolean) => {
    let server: UploadServer;
    beforeAll(async () => {
      server = await startUploadServer({ isEmbedded });
    });
    afterAll(() => server?.stop());
    tests(() => server);
  };
  if (runsEmbedded) describe("uploads, on the embedded database", () => runTests(true));
  onPostgres("uploads", () => runTests(false));
}
