import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { findMissingTexts, findRepeatedCodes } from "../source/listEntries.ts";
import { formatErrors, parseJson } from "../source/parseSource.ts";

interface ReferenceFile {
  file: string;
  schema: SchemaName;
  /** The field that records store. */
  code: string;
}

const REFERENCE_FILES: Record<keyof References, ReferenceFile> = {
  collections: { file: "collections.json", schema: "collection", code: "id" },
  agencies: { file: "agencies.json", schema: "agency", code: "id" },
  software: { file: "software.json", schema: "software", code: "abbreviation" },
  contactRoles: { file: "contact-roles.json", schema: "contact-role", code: "id" },
};

/**
 * Reads the reference lists of a new installation.
 *
 * @throws Error listing what is not JSON, incomplete and repeated entries, with file, line and column
 */
export async function readReferences(
  folder = "schemas/reference",
  findSchema: (name: SchemaName) => EntitySchema = getSchema,
): Promise<References> {
  const lists = Object.entries(REFERENCE_FILES).map(async ([name, { file, schema, code }]) => {
    const path = `schemas/reference/${file}`;
    const text = await readFile(join(folder, file), "utf8");
    const items = parseJson(path, text);
    const entity = findSchema(schema);
    const errors = formatErrors(path, text, findSeedErrors(items, entity, code));
    if (errors.length > 0) throw new Error(errors.join("\n"));
    return [name, (items as JsonObject[]).map((item) => decode(entity, item, "read"))];
  });
  return Object.fromEntries(await Promise.all(lists)) as unknown as References;
}

function findSeedErrors(items: unknown, { properties, required = [] }: EntitySchema, code: string) {
  if (!Array.isArray(items)) return [{ path: [], message: "This must be a list of entries: write [ ... ]." }];
  const namesOf = (field: string) => [properties[field]?.["x-wire"]?.read ?? []].flat();
  return [
    ...findMissingTexts(
      items,
      required.map(namesOf).filter((names) => names.length > 0),
    ),
    ...findRepeatedCodes(items, namesOf(code)),
  ];
}
