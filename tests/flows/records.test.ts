import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { buildMetadataYaml, parseMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { session } from "../../src/portal/providers/session.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { golden } from "../support/golden.ts";
import { signedIn, type SignedIn } from "../support/signedIn.ts";
import { startServer } from "../support/startServer.ts";

let server: RunningServer;
let vendor: SignedIn;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  vendor = await signedIn(server.url, "vendor1");
});

/** The golden record without what the server would have to know first. */
async function aDeliverable(): Promise<JsonObject> {
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
  it("comes back from the services as it was saved", async () => {
    const metadata = await aDeliverable();
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

  it("is listed for its vendor, and for no other", async () => {
    const id = await create(await aDeliverable());
    const list = {
      pagination: { page: 1, perPage: 1000 },
      sort: { field: "id", order: "ASC" as const },
      filter: {},
    };
    const ids = async () =>
      (await vendor.provider.getList<RecordRow>("records", list)).data.map((row) => row.id);
    expect(await ids()).toContain(id);
    vendor = await signedIn(server.url, "vendor2");
    expect(await ids()).not.toContain(id);
    await expect(read(id)).rejects.toMatchObject({ status: 404 });
  });

  it("is made once, however often the same form is sent", async () => {
    const metadata = await aDeliverable();
    const ids = await Promise.all([1, 2, 3].map(() => create(metadata, "one-form-of-this-test")));
    expect(new Set(ids).size).toBe(1);
  });

  it("can be emptied of what is optional", async () => {
    const id = await create(await aDeliverable());
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

  it("is refused with the wording of each field when it breaks a rule", async () => {
    const metadata = { ...(await aDeliverable()), modelIdentifier: "9", county: [] };
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

  it("is kept from a save over somebody's newer one", async () => {
    const id = await create(await aDeliverable());
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

  it("has a history in read names, each version with the schema it was written under", async () => {
    const id = await create(await aDeliverable());
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

  it("is duplicated under a new id, and deleted from the list", async () => {
    const metadata = await aDeliverable();
    const id = await create(metadata);
    const copy = await vendor.provider.duplicateRecord(id, crypto.randomUUID());
    expect(copy).not.toBe(id);
    expect((await read(copy!)).currentMetadata).toEqual(metadata);
    await vendor.provider.delete("records", { id, previousData: { id } });
    await expect(read(id)).rejects.toMatchObject({ status: 404 });
  });

  it("is written to a YAML that says the same", async () => {
    const metadata = await aDeliverable();
    const references = await vendor.provider.getReferences();
    const text = buildMetadataYaml({ recordId: "7", metadata, references, contacts: [] });
    expect(parseMetadataYaml(text, references)).toEqual({ recordId: "7", schemaVersion: 1, metadata });
  });
});

it("carries a message to the thread, once for one key", async () => {
  const id = await create(await aDeliverable());
  const send = () => vendor.provider.sendMessage({ recordId: id, content: "Hello <b>agency</b>" }, "one-key");
  await Promise.all([send(), send()]);
  const thread = await vendor.provider.listMessages(id);
  expect(thread.map(({ content, username }) => [content, username])).toEqual([
    ["Hello <b>agency</b>", "vendor1"],
  ]);
});

it("answers 401 once the token is no longer good", async () => {
  session.start({ ...session.getAccount()!, accessToken: "forged" });
  await expect(vendor.provider.listMessages("1")).rejects.toMatchObject({ status: 401 });
});
