import { readFile } from "node:fs/promises";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { getOriginatorRoleId } from "../../../src/contract/schema/originator.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { loadReferences, type Vendor } from "./benchPortal.ts";
import { largestMetadata } from "./largestMetadata.ts";

const EXTENT = new URL("../../../src/server/seed/model/coverage.gdb.zip", import.meta.url);
const CONTACTS = 12;

export interface LargestRecord {
  id: string;
  /** Its values under our names, as the form holds them. */
  metadata: JsonObject;
}

/** Makes the largest record by the calls the portal makes: contacts, spatial extent, then the record. */
export async function addLargestRecord(url: string, vendor: Vendor): Promise<LargestRecord> {
  const references = await loadReferences(vendor);
  const reserved = getOriginatorRoleId(references.contactRoles);
  const roles = references.contactRoles.filter(({ id }) => id !== reserved);
  const ids = await addContacts(vendor);
  const contacts = ids.map((contactId, at) => ({ contactId, roleId: roles[at % roles.length]!.id }));
  const metadata = largestMetadata({ extent: await sendExtent(url, vendor), contacts }, references);
  const { rows } = await vendor.call(endpoints.addRecord, {
    body: encode(getSchema("metadata"), metadata, "write", references),
  });
  const { id } = getSchema("record").properties;
  const read = [id?.["x-wire"]?.read].flat()[0];
  return { id: String(rows[0]?.[String(read)]), metadata };
}

async function addContacts({ call }: Vendor): Promise<string[]> {
  const schema = getSchema("contact");
  const ids: string[] = [];
  for (let at = 1; at <= CONTACTS; at += 1) {
    const contact = buildExampleEntity(schema);
    contact[getFieldNameByRole(schema, "email")] = `contact${at}.${Date.now()}@example.com`;
    contact[getFieldNameByRole(schema, "lastName")] = `Number ${at}`;
    const { rows } = await call(endpoints.addContact, { body: encode(schema, contact, "write") });
    ids.push(String(rows[0]?.["id"]));
  }
  return ids;
}

async function sendExtent(url: string, { account }: Vendor): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([await readFile(EXTENT)]), "coverage.gdb.zip");
  const answer = await fetch(`${url}/api${endpoints.uploadSpatialExtent.path}`, {
    method: "POST",
    headers: { "x-access-token": account.accessToken },
    body: form,
  });
  if (!answer.ok) throw new Error(`The spatial extent was answered ${answer.status}.`);
  return String(Object.values((await answer.json()) as JsonObject)[0]);
}
