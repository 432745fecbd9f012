import { afterAll, beforeAll, describe } from "vitest";
import { hasPostgres, isFullRun, onPostgres } from "../../support/database.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

type Suite = (server: () => UploadServer) => void;

/** Runs a suite on a server without data: on PostgreSQL, or on the embedded database where there is no PostgreSQL. */
export function onUploadServer(suite: Suite): void {
  if (!hasPostgres) onEmbeddedDatabase(suite);
  onPostgres("uploads", () => withServer(suite, false));
}

/** A full run repeats the suite on the embedded database: for suites that would find its differences. */
export function onEachUploadServer(suite: Suite): void {
  if (!hasPostgres || isFullRun) onEmbeddedDatabase(suite);
  onPostgres("uploads", () => withServer(suite, false));
}

function onEmbeddedDatabase(suite: Suite): void {
  describe("uploads, on the embedded database", () => withServer(suite, true));
}

function withServer(suite: Suite, isEmbedded: boolean): void {
  let server: UploadServer;
  beforeAll(async () => {
    server = await startUploadServer({ isEmbedded });
  });
  afterAll(() => server?.stop());
  suite(() => server);
}
