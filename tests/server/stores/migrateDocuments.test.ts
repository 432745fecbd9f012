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
const { allowDifference } = await vi.hoisted(async () => {
  const ofSetup = await import("../../support/allowDifference.ts");
  vi.resetModules();
  return ofSetup;
});

/** The schemas one version on: fields have another name since, and a choice another word. */
vi.mock("../../../src/contract/generated/schemas.ts", async (load) => {
  const { schemas } = structuredClone(
    await load<{ schemas: Record<"metadata" | "contact" | "message", EntitySchema> }>(),
  );
  for (const name of ["contact", "message"] as const) schemas[name]["x-changes"] = { version: 2 };
  schemas.contact.properties["lastName"]!["x-changes"] = { renamed: [{ version: 1, name: "surname" }] };
  schemas.message.properties["topic"] = {
    ...{ type: "string", "x-wire": { read: "topic", write: "topic" } },
    "x-changes": { renamed: [{ version: 1, name: "subject" }] },
  };
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

it("returns a contact and a message of an earlier schema version under the current schemas", async () => {
  const { db } = server.services;
  const stored = db.selectFrom("contacts").select("document").where("id", "=", Number(contactId));
  const { lastName, ...document } = (await stored.executeTakeFirstOrThrow()).document;
  const contact = { document: JSON.stringify({ ...document, surname: lastName }), schema_version: 1 };
  await db.updateTable("contacts").set(contact).where("id", "=", Number(contactId)).execute();
  const { rows } = await vendor(endpoints.listContacts);
  expect(rows.find((row) => idOf(row) === contactId)).toMatchObject({ last_name: lastName });

  // The setup checks answers against the schema without the topic.
  allowDifference(/additional properties/);
  const message = { [RECORD_ID_KEY]: recordId, msg_content: "Hello." };
  expect(await vendor(endpoints.sendMessage, { body: message })).toMatchObject({ status: 200 });
  const messages = db
    .selectFrom("messages")
    .select("schema_version")
    .where("record_id", "=", Number(recordId));
  expect(await messages.execute()).toEqual([{ schema_version: 2 }]);
  await db
    .updateTable("messages")
    .set({ document: JSON.stringify({ subject: "Terrain" }), schema_version: 1 })
    .where("record_id", "=", Number(recordId))
    .execute();
  const thread = await vendor(endpoints.listMessages, { params: { recordId } });
  expect(thread.rows).toMatchObject([{ msg_content: "Hello.", topic: "Terrain" }]);
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
