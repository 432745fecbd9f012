import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";

const REFERENCE_FILES: Record<keyof References, { file: string; schema: SchemaName }> = {
  collections: { file: "collections.json", schema: "collection" },
  agencies: { file: "agencies.json", schema: "agency" },
  software: { file: "software.json", schema: "software" },
  contactRoles: { file: "contact-roles.json", schema: "contact-role" },
};

/** Reads the reference lists of a new installation. */
export async function readReferences(
  folder = "schemas/reference",
  findSchema: (name: SchemaName) => EntitySchema = getSchema,
): Promise<References> {
  const lists = Object.entries(REFERENCE_FILES).map(async ([name, { file, schema }]) => {
    const items = JSON.parse(await readFile(join(folder, file), "utf8")) as JsonObject[];
    return [name, items.map((item) => decode(findSchema(schema), item, "read"))];
  });
  return Object.fromEntries(await Promise.all(lists)) as unknown as References;
}
