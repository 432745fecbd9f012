import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { checkStoredDocuments } from "../../../scripts/schema-diff/checkStoredDocuments.ts";
import { readInstallation } from "../../../scripts/schema-diff/readStored.ts";
import { readReferences } from "../../../scripts/validate/readReferences.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { insertNotification } from "../../../src/server/stores/records/notificationStore.ts";
import { onEachDatabase } from "../../support/database.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { startServer } from "../../support/startServer.ts";

onEachDatabase("An installation", (database) => {
  it("lists the records that a schema change makes invalid, also from an earlier release", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "installation-"));
    const place = { dataDir, ...database() };
    if (!place.databaseUrl) copyPreparedData("DEMO_DATA", dataDir);
    const server = await startServer(place);
    if (!place.databaseUrl) await expect(readInstallation(place)).rejects.toThrow(/use/);
    const { db: running } = server.services;
    const { id } = await running.selectFrom("records").select("id").limit(1).executeTakeFirstOrThrow();
    const decision = { recordId: id, status: "accepted", content: "", username: "agency1" } as const;
    const checklist = { checkNotes: "Ran the 1% plan." };
    await insertNotification(running, { ...decision, now: new Date(), checklist });
    await server.close();
    const stored = await readInstallation(place);
    expect(stored.filter(({ schema }) => schema === "review-checklist")).toMatchObject([
      { version: 1, document: checklist },
    ]);
    const db = await openDatabase(place);
    await sql`ALTER TABLE contacts DROP COLUMN schema_version`.execute(db);
    await db.destroy();
    expect(await readInstallation(place)).toEqual(stored);
    await rm(dataDir, { recursive: true });
    const records = stored.filter(({ schema }) => schema === "metadata");
    expect(records.length).toBeGreaterThan(3);
    expect(stored.find(({ schema }) => schema === "contact")).toMatchObject({ version: 1 });
    expect(stored.find(({ schema }) => schema === "message")).toMatchObject({
      version: 1,
      document: { content: expect.any(String) as string },
    });
    const [before, after] = [getSchema("metadata"), structuredClone(getSchema("metadata"))];
    after.properties["modelName"]!.maxLength = 3;
    const references = await readReferences();
    expect(checkStoredDocuments(before, before, records, references).withNewErrors).toEqual([]);
    const report = checkStoredDocuments(before, after, records, references);
    expect(report.withNewErrors).toHaveLength(report.documentCount);
    expect(report.withNewErrors[0]).toMatchObject({
      name: expect.stringMatching(/^record \d+$/),
      errors: [{ path: ["modelName"] }],
    });
  });

  it("is rejected if it has no records table", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "installation-"));
    const place = { dataDir, ...database() };
    if (!place.databaseUrl) copyPreparedData("EMPTY_DATA", dataDir);
    const db = await openDatabase(place);
    await sql`DROP TABLE IF EXISTS records CASCADE`.execute(db);
    await db.destroy();
    await expect(readInstallation(place)).rejects.toThrow("The database has no records table.");
    await rm(dataDir, { recursive: true });
  });
});

it("creates no folder for a missing installation and explains an invalid address", async () => {
  const dataDir = join(tmpdir(), "no-installation-is-here");
  await expect(readInstallation({ dataDir })).rejects.toThrow(`${dataDir} contains no database`);
  expect(existsSync(dataDir)).toBe(false);
  await expect(readInstallation({ databaseUrl: "nonsense" })).rejects.toThrow(
    "--database must be an address",
  );
  const nobody = readInstallation({ databaseUrl: "postgresql://nobody@127.0.0.1:1/none" });
  await expect(nobody).rejects.toThrow("The database cannot be read: ");
});
