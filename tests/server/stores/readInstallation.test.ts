import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentsAtRisk } from "../../../scripts/schema-diff/documentsAtRisk.ts";
import { readInstallation } from "../../../scripts/schema-diff/readStored.ts";
import { readReferences } from "../../../scripts/validate/readReferences.ts";
import { schemaOf } from "../../../src/contract/fields.ts";
import { startServer } from "../../support/startServer.ts";

it("finds the records of a data folder that a schema change would make invalid", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "installation-"));
  const server = await startServer({ dataDir });
  await expect(readInstallation({ dataDir })).rejects.toThrow(/use/);
  await server.close();
  const stored = await readInstallation({ dataDir });
  await rm(dataDir, { recursive: true });
  const records = stored.filter(({ schema }) => schema === "metadata");
  expect(records.length).toBeGreaterThan(3);
  expect(stored.some(({ schema }) => schema === "contact")).toBe(true);
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
