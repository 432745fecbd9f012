import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { golden } from "../support/golden.ts";
import { signInProvider, type SignedIn } from "../support/signInProvider.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;
let vendor: SignedIn;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  vendor = await signInProvider(server.url, "vendor1");
});

/** The golden record with an uploaded spatial extent and contacts that the server knows. */
async function aValidRecord(): Promise<JsonObject> {
  const { contacts, ...metadata } = golden("metadata.json");
  const file = new File([await geodatabase()], "coverage.gdb.zip");
  return {
    ...metadata,
    spatialExtentShapefile: await vendor.uploadExtent(file),
    contacts: (contacts as JsonObject[]).map((contact, index) => ({
      ...contact,
      contactId: String(index + 1),
    })),
  };
}

const geodatabase = async () =>
  new Uint8Array(await (await import("node:fs/promises")).readFile("tests/fixtures/coverage.gdb.zip"));

const create = async (metadata: JsonObject, idempotencyKey = crypto.randomUUID()) =>
  (await vendor.provider.create("records", { data: { currentMetadata: metadata, idempotencyKey } })).data
    .id as string;

const read = async (id: string) => (await vendor.provider.getOne<RecordRow>("records", { id })).data;

describe("a record", () => {
  it("is read as it was saved", async () => {
    const metadata = await aValidRecord();
    const { currentMetadata, statusInfo, dataIsAvailable, schemaVersion } = await read(
      await create(metadata),
    );
    expect(currentMetadata).toEqual(metadata);
    expect({ status: statusInfo.status, dataIsAvailable, schemaVersion }).toEqual({
      status: "in progress",
      dataIsAvailable: false,
      schemaVersion: 1,
    });
  });

  it("can be saved with only the required fields", async () => {
    const id = await create(await aValidRecord());
    const row = await read(id);
    const { hydrologicUnitCode, timePeriodCovered, city, ...rest } = row.currentMetadata;
    expect([hydrologicUnitCode, timePeriodCovered, city]).not.toContain(undefined);
    await vendor.provider.update("records", {
      id,
      data: { ...row, currentMetadata: rest },
      previousData: row,
    });
    expect((await read(id)).currentMetadata).toEqual(rest);
  });

  it("is refused with the message of each invalid field", async () => {
    const metadata = { ...(await aValidRecord()), modelIdentifier: "9", county: [] };
    await expect(create(metadata)).rejects.toMatchObject({
      message: "Please fix 2 error(s).",
      body: {
        faults: [
          { path: ["modelIdentifier"], message: expect.stringMatching(/^Must be a 12-digit number/) },
          { path: ["county"], message: "Required, must add at least one entry" },
        ],
      },
    });
  });

  it("cannot be overwritten by a save of an older revision", async () => {
    const id = await create(await aValidRecord());
    const [mine, theirs] = [await read(id), await read(id)];
    const save = (row: RecordRow, name: string) =>
      vendor.provider.update("records", {
        id,
        data: { ...row, currentMetadata: { ...row.currentMetadata, modelName: name } },
        previousData: row,
      });
    await save(theirs, "Theirs");
    await expect(save(mine, "Mine")).rejects.toMatchObject({ status: 409 });
    expect((await read(id)).currentMetadata).toMatchObject({ modelName: "Theirs" });
  });

  it("has a history with the field names of responses and the schema version of each entry", async () => {
    const id = await create(await aValidRecord());
    const row = await read(id);
    const changed = { ...row, currentMetadata: { ...row.currentMetadata, modelName: "Renamed" } };
    await vendor.provider.update("records", { id, data: changed, previousData: row });
    const [edited, created] = await vendor.provider.listHistory(id);
    expect(created!.oldValues ?? null).toBeNull();
    expect(edited!.oldValues).toMatchObject({ model_title: golden("metadata.json").modelName });
    expect(edited!.newValues).toMatchObject({
      model_title: "Renamed",
      username: "vendor1",
      schema_version: 1,
    });
  });
});
