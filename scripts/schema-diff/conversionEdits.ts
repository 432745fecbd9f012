import type { Conversion } from "../../src/contract/schema/convertValue.ts";
import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import { addChange, type SchemaEdit } from "./schemaEdit.ts";

type Fields = Pick<Required<FieldSchema>, "properties">;

/** The edits that make a field's values from older ones, with a text field for those that cannot be converted. */
export function buildConversionEdits(
  { properties }: Fields,
  name: string,
  conversion: Conversion,
): SchemaEdit[] {
  const path = ["properties", name];
  const { rest } = conversion;
  const declared = addChange(path, "converted", conversion);
  if (rest === undefined) return [declared];
  const field = properties[name] ?? {};
  const clearing = { path: [...path, "x-clears"], value: rest, isEntry: true };
  const addition = { path: ["properties", rest], value: buildRestField(field, name), after: name };
  return [
    declared,
    ...(field["x-clears"]?.includes(rest) ? [] : [clearing]),
    ...(properties[rest] ? [] : [addition]),
  ];
}

/** A name for the text field beside the field `name`. */
export function findRestName({ properties }: Fields, name: string): string {
  const taken = Object.keys(properties);
  const names = [`${name}Text`, ...taken.map((_, index) => `${name}Text${index + 2}`)];
  return names.find((one) => !taken.includes(one))!;
}

/** Shown to those who see the field, while it has a value. */
function buildRestField(field: FieldSchema, name: string): FieldSchema {
  const { title = name, "x-section": section, "x-access": access, "x-hide": hidden } = field;
  return {
    title: `${title} (before)`,
    description: `What was entered before, and cannot be converted. Enter it under "${title}", which clears this field.`,
    type: "string",
    ...(section && { "x-section": section }),
    ...(access && { "x-access": access }),
    ...(hidden && { "x-hide": hidden }),
    "x-when": true,
    examples: ["unknown"],
  };
}
