import type { Conversion } from "../../src/contract/schema/convertValue.ts";
import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import { listSources } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import { addChange, type SchemaEdit } from "./schemaEdit.ts";

type Fields = Pick<Required<FieldSchema>, "properties">;

/**
 * Returns the edits that make a field's values from older ones, with a text field for those that cannot be converted.
 *
 * @param released the fields of the last release, of which some are removed
 */
export function buildConversionEdits(
  { properties }: Fields,
  name: string,
  conversion: Conversion,
  released: Record<string, FieldSchema> = {},
): SchemaEdit[] {
  const path = ["properties", name];
  const { rest } = conversion;
  const declared = addChange(path, "converted", conversion);
  if (rest === undefined) return [declared];
  const field = properties[name] ?? {};
  const clearing = { path: [...path, "x-clears"], value: rest, isEntry: true };
  const [source = name] = listSources(name, conversion);
  const { title = source } = properties[source] ?? released[source] ?? field;
  const addition = { path: ["properties", rest], value: buildRestField(field, title), after: name };
  return [
    declared,
    ...(field["x-clears"]?.includes(rest) ? [] : [clearing]),
    ...(properties[rest] ? [] : [addition]),
  ];
}

/** The text field that keeps older values of the field `source`: one for all fields that are made of it. */
export function findRestName({ properties }: Fields, source: string): string {
  const conversions = Object.values(properties).flatMap((field) => field["x-changes"]?.converted ?? []);
  const known = conversions.find(({ from, rest }) => rest !== undefined && from === source)?.rest;
  const taken = Object.keys(properties);
  const names = [`${source}Text`, ...taken.map((_, index) => `${source}Text${index + 2}`)];
  return known ?? names.find((one) => !taken.includes(one))!;
}

/** Shown to those who see the field, while it has a value. */
function buildRestField(field: FieldSchema, title: string): FieldSchema {
  const { "x-section": section, "x-access": access, "x-hide": hidden } = field;
  return {
    title: `${title} (before)`,
    description: "What was entered before, and cannot be converted. Your new entry replaces it.",
    type: "string",
    ...(section && { "x-section": section }),
    ...(access && { "x-access": access }),
    ...(hidden && { "x-hide": hidden }),
    "x-when": true,
    examples: ["unknown"],
  };
}
