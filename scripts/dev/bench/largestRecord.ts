import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import cities from "../../../schemas/reference/cities.json" with { type: "json" };
import counties from "../../../schemas/reference/counties.json" with { type: "json" };
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  buildExampleEntity,
  getFieldNameByRole,
  getSchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { getOriginatorRoleId } from "../../../src/contract/schema/originator.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { encode, fillDerivedFields } from "../../../src/contract/wire/wire.ts";
import { fetchReferences } from "../../../src/portal/providers/calls/referenceCalls.ts";
import type { Vendor } from "../lib/vendor.ts";

const EXTENT = new URL("../../../src/server/seed/model/areas/cibolo-creek.gdb.zip", import.meta.url);
const UNITS_FOLDER = new URL("../../../schemas/reference/hydrologic-units/", import.meta.url);
const [TEXT_LENGTH, UNIT_COUNT, PLACE_COUNT, ENTRY_COUNT, CONTACT_COUNT] = [10_000, 200, 50, 20, 12];

const unitsByRegion: Record<string, string[]> = Object.fromEntries(
  readdirSync(UNITS_FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [
      name.replace(".json", ""),
      [...new Set(JSON.parse(readFileSync(new URL(name, UNITS_FOLDER), "utf8")) as string[])],
    ]),
);

/** The region with the most hydrologic units. */
export const largestRegion: string = Object.keys(unitsByRegion).toSorted(
  (a, b) => unitsByRegion[b]!.length - unitsByRegion[a]!.length,
)[0]!;

const schema = getSchema("metadata");

interface StoredParts {
  /** Name of the stored spatial extent. */
  extent: string;
  contacts: { contactId: string; roleId: string }[];
}

/** Builds metadata as large as that of vendors: long texts, 200 hydrologic units, full lists. */
export function buildLargestMetadata(stored: StoredParts, references: References): JsonObject {
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, buildLargeValue(field)]);
  return fillDerivedFields(
    schema,
    {
      ...Object.fromEntries(fields),
      [getFieldNameByRole(schema, "region")]: largestRegion,
      [getFieldNameByRole(schema, "extent")]: stored.extent,
      [getFieldNameByRole(schema, "contacts")]: stored.contacts,
    },
    references,
  );
}

const optionValues: Record<string, () => string[]> = {
  // The last units, so the top of the open list still has units to choose.
  hydrologicUnits: () => unitsByRegion[largestRegion]!.slice(-UNIT_COUNT),
  counties: () => firstValues(counties),
  cities: () => firstValues(cities),
};

const firstValues = (options: { value: string }[]) =>
  [...new Set(options.map(({ value }) => value))].slice(0, PLACE_COUNT);

function buildLargeValue(field: FieldSchema): unknown {
  const { type, items, examples: [example] = [], "x-options": options } = field;
  if (type !== "array") return field["x-widget"] === "longText" ? buildLongText(String(example)) : example;
  const list = options && optionValues[options.source];
  if (list) return list();
  if (items?.enum) return items.enum;
  return Array.from({ length: ENTRY_COUNT }, (_, index) =>
    items?.properties ? (example as unknown[])[0] : buildEntry(String(items?.examples?.[0]), index),
  );
}

/** Counts codes up, and adds a number to other texts. */
const buildEntry = (example: string, index: number) =>
  /^\d+$/.test(example)
    ? String(BigInt(example) + BigInt(index)).padStart(example.length, "0")
    : `${index + 1} ${example}`;

const buildLongText = (sentence: string) =>
  `${sentence} `.repeat(Math.ceil(TEXT_LENGTH / (sentence.length + 1))).slice(0, TEXT_LENGTH - 1) + ".";

/** Creates the largest record through the API: contacts, spatial extent, then the record. */
export async function createLargestRecord(vendor: Vendor): Promise<{ id: string; metadata: JsonObject }> {
  const references = await fetchReferences(vendor.call);
  const originatorRole = getOriginatorRoleId(references.contactRoles);
  const roles = references.contactRoles.filter(({ id }) => id !== originatorRole);
  const contacts = (await createContacts(vendor)).map((contactId, index) => ({
    contactId,
    roleId: roles[index % roles.length]!.id,
  }));
  const metadata = buildLargestMetadata({ extent: await uploadExtent(vendor), contacts }, references);
  const body = encode(schema, metadata, "write", references);
  const { rows } = await vendor.call(endpoints.addRecord, { body });
  const idKey = [getSchema("record").properties["id"]?.["x-wire"]?.read].flat()[0];
  return { id: String(rows[0]?.[String(idKey)]), metadata };
}

async function createContacts({ call }: Vendor): Promise<string[]> {
  const contactSchema = getSchema("contact");
  const ids: string[] = [];
  for (let number = 1; number <= CONTACT_COUNT; number += 1) {
    const contact = {
      ...buildExampleEntity(contactSchema),
      [getFieldNameByRole(contactSchema, "email")]: `contact${number}.${Date.now()}@example.com`,
      [getFieldNameByRole(contactSchema, "lastName")]: `Number ${number}`,
    };
    const { rows } = await call(endpoints.addContact, { body: encode(contactSchema, contact, "write") });
    ids.push(String(rows[0]?.["id"]));
  }
  return ids;
}

async function uploadExtent({ url, account }: Vendor): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([await readFile(EXTENT)]), "coverage.gdb.zip");
  const response = await fetch(`${url}/api${endpoints.uploadSpatialExtent.path}`, {
    method: "POST",
    headers: { "x-access-token": account.accessToken },
    body: form,
  });
  if (!response.ok) throw new Error(`Uploading the spatial extent returned ${response.status}.`);
  return String(Object.values((await response.json()) as JsonObject)[0]);
}
