import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { findRecord } from "../../../src/server/stores/records/recordStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { aSave, signedIn, type Api } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

// What the setup has loaded knows the schema as it is.
vi.hoisted(() => vi.resetModules());

/** The schema one version on: two fields have another name since, and a choice another word. */
vi.mock("../../../src/contract/generated/schemas.ts", async (load) => {
  const { schemas } = structuredClone(await load<{ schemas: { metadata: EntitySchema } }>());
  const { properties } = schemas.metadata;
  schemas.metadata["x-changes"] = { version: 2 };
  properties["modelPurpose"]!["x-changes"] = { renamed: [{ version: 1, name: "reason" }] };
  properties["contacts"]!["x-changes"] = { renamed: [{ version: 1, name: "people" }] };
  properties["modelType"]!.items!["x-changes"] = {
    replaced: [{ version: 1, from: "Rivers", to: "Hydraulic" }],
  };
  return { schemas };
});

let server: RunningServer;
let vendor: Api;
let recordId: string;
let contactId: string;
let countBefore: number;

const contacts = () => [{ contactId, roleId: "1" }];
const idOf = (contact: JsonObject) => String(contact[CONTACT_ID_KEY]);

async function recordCount(): Promise<number> {
  const { rows } = await vendor(endpoints.listContacts);
  return rows.find((row) => idOf(row) === contactId)!["record_count"] as number;
}

beforeAll(async () => {
  server = await startServer();
  vendor = await signedIn(server, "vendor1");
  contactId = idOf((await vendor(endpoints.listContacts)).rows[0]!);
  countBefore = await recordCount();
  const added = await vendor(endpoints.addRecord, { body: await aSave(server, { contacts: contacts() }) });
  recordId = String(added.rows[0]![RECORD_ID_KEY]);
  const {
    modelPurpose,
    contacts: people,
    ...rest
  } = (await findRecord(server.services.db, recordId))!.metadata;
  const old = JSON.stringify({ ...rest, reason: modelPurpose, people, modelType: ["Rivers"] });
  const { db } = server.services;
  await db
    .updateTable("records")
    .set({ metadata: old, schema_version: 1 })
    .where("id", "=", Number(recordId))
    .execute();
  await db
    .updateTable("history")
    .set({ new_metadata: old, schema_version: 1 })
    .where("record_id", "=", Number(recordId))
    .execute();
});

afterAll(() => server.close());

const expected = () => ({
  purpose: aMetadata().modelPurpose,
  model_types: ["Hydraulic"],
  model_contacts: [[contactId, "1"]],
});

it("returns a record of an earlier schema version under the current schema, with its schema version", async () => {
  const one = await vendor(endpoints.getRecord, { params: { recordId } });
  expect(one.rows[0]).toMatchObject({ ...expected(), schema_version: 1 });
  const { rows } = await vendor(endpoints.listRecords, { params: { username: "vendor1" } });
  expect(rows.find((row) => row[RECORD_ID_KEY] === recordId)).toMatchObject(expected());
});

it("counts a contact's records that store contacts under the field's earlier name", async () => {
  expect(await recordCount()).toBe(countBefore + 1);
});

it("returns the history of an older record under the current field names", async () => {
  const { rows, body } = await vendor(endpoints.listHistory, { params: { recordId } });
  const [entry] = (rows.length > 0 ? rows : body) as { new_values: JsonObject }[];
  expect(entry!.new_values).toMatchObject({ ...expected(), schema_version: 1 });
});

it("writes the current schema version on the next save and on a copy", async () => {
  const copy = await vendor(endpoints.duplicateRecord, { body: { [RECORD_ID_KEY]: recordId } });
  expect(copy.rows[0]).toMatchObject({ ...expected(), schema_version: 2 });
  const saved = await vendor(endpoints.saveRecord, {
    body: { ...(await aSave(server)), [RECORD_ID_KEY]: recordId },
  });
  expect(saved.rows[0]).toMatchObject({ purpose: expected().purpose, schema_version: 2 });
  expect((await findRecord(server.services.db, recordId))!.metadata).not.toHaveProperty("reason");
});
