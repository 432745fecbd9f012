import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { migrate } from "../../../src/server/database/migrate.ts";
import type { Db } from "../../../src/server/database/tables.ts";
import { requireMatchingStore } from "../../../src/server/runServer.ts";
import { loadReferences, replaceReferenceList } from "../../../src/server/stores/referenceStore.ts";
import { onPostgres } from "../../support/database.ts";
import {
  createStorageOn,
  createTemporaryFolder,
  startStore,
  type RunningStore,
} from "../storage/embeddedStore.ts";

onPostgres("Servers that share a database and a store", () => {
  let postgres: TestPostgres | undefined;
  let store: RunningStore;
  let dataDir: string;
  const databases: Db[] = [];
  beforeAll(async () => {
    postgres = await startPostgres(process.env["MIGRATED_TEMPLATE"]);
    if (!postgres) return;
    dataDir = await createTemporaryFolder();
    store = await startStore();
    for (let server = 0; server < 2; server += 1)
      databases.push(await openDatabase({ databaseUrl: postgres.url, dataDir }));
    await migrate(databases[0]!);
  });
  afterAll(async () => {
    for (const db of databases) await db.destroy();
    await store?.stop();
    await postgres?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  it("agree on the store's id when both start for the first time", async () => {
    const storage = createStorageOn(store);
    await storage.prepare();
    const start = () => Promise.all(databases.map((db) => requireMatchingStore({ db, storage })));
    await start();
    await start();
  });

  it("use changed reference lists at once", async () => {
    const [first, second] = databases as [Db, Db];
    const listNames = async (db: Db) => (await loadReferences(db)).agencies.map(({ name }) => name);
    await replaceReferenceList(first, "agencies", [{ id: "1", name: "Before" }]);
    expect([await listNames(first), await listNames(second)]).toEqual([["Before"], ["Before"]]);
    await replaceReferenceList(first, "agencies", [{ id: "1", name: "After" }]);
    expect([await listNames(first), await listNames(second)]).toEqual([["After"], ["After"]]);
  });
});
