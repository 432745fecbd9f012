import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { documentsAtRisk } from "../../../scripts/schema-diff/documentsAtRisk.ts";
import { readInstallation } from "../../../scripts/schema-diff/readStored.ts";
import { readReferences } from "../../../scripts/validate/readReferences.ts";
import { schemaOf } from "../../../src/contract/schema/fields.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { onEachDatabase } from "../../support/database.ts";
import { fillWith } from "../../support/fillWith.ts";
import { startServer } from "../../support/startServer.ts";

onEachDatabase("An installation", (database) => {
  it("has its records found that a schema change would make invalid, its release being an earlier one too", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "installation-"));
    const place = { dataDir, ...database() };
    if (!place.databaseUrl) fillWith("DEMO_DATA", dataDir);
    const server = await startServer(place);
    if (!place.databaseUrl) await expect(readInstallation(place)).rejects.toThrow(/use/);
    await server.close();
    const stored = await readInstallation(place);
    const db = await openDatabase(place);
    await sql`ALTER TABLE contacts DROP COLUMN schema_version`.execute(db);
    await db.destroy();
    expect(await readInstallation(place)).toEqual(stored);
    await rm(dataDir, { recursive: true });
    const records = stored.filter(({ schema }) => schema === "metadata");
    expect(records.length).toBeGreaterThan(3);
    expect(stored.find(({ schema }) => schema === "contact")).toMatchObject({ version: 1 });
    const [before, after] = [schemaOf("metadata"), structuredClone(schemaOf("metadata"))];
    after.properties["modelName"]!.maxLength = 3;
    const references = await readReferences();
    expect(documentsAtRisk(before, before, records, references).broken).toEqual([]);
    const { broken, documents } = documentsAtRisk(before, after, records, references);
    expect(broken).toHaveLength(documents);
    expect(broken[0]).toMatchObject({
      name: expect.stringMatching(/^record \d+$/),
      faults: [{ path: ["modelName"] }],
    });
  });

  it("that holds no records yet is said to be none", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "installation-"));
    const place = { dataDir, ...database() };
    if (!place.databaseUrl) fillWith("EMPTY_DATA", dataDir);
    const db = await openDatabase(place);
    await sql`DROP TABLE IF EXISTS records CASCADE`.execute(db);
    await db.destroy();
    await expect(readInstallation(place)).rejects.toThrow("The database holds no records table.");
    await rm(dataDir, { recursive: true });
  });
});

it("makes no folder where there is no installation, and explains an address that is none", async () => {
  const dataDir = join(tmpdir(), "no-installation-is-here");
  await expect(readInstallation({ dataDir })).rejects.toThrow(`${dataDir} is no data folder`);
  expect(existsSync(dataDir)).toBe(false);
  await expect(readInstallation({ databaseUrl: "nonsense" })).rejects.toThrow("--database takes an address");
  const nobody = readInstallation({ databaseUrl: "postgresql://nobody@127.0.0.1:1/none" });
  await expect(nobody).rejects.toThrow("The database cannot be read: ");
});
