import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type SchemaName,
} from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";

const LISTS: Record<keyof References, { file: string; schema: SchemaName }> = {
  collections: { file: "collections.json", schema: "collection" },
  agencies: { file: "agencies.json", schema: "agency" },
  software: { file: "software.json", schema: "software" },
  contactRoles: { file: "contact-roles.json", schema: "contact-role" },
};

/** The lists that a new installation starts with, for documents checked away from any server. */
export async function readReferences(
  folder = "schemas/reference",
  schemaNamed: (name: SchemaName) => EntitySchema = schemaOf,
): Promise<References> {
  const lists = Object.entries(LISTS).map(async ([name, { file, schema }]) => {
    const items = JSON.parse(await readFile(join(folder, file), "utf8")) as JsonObject[];
    return [name, items.map((item) => decode(schemaNamed(schema), item, "read"))];
  });
  return Object.fromEntries(await Promise.all(lists)) as unknown as References;
}
