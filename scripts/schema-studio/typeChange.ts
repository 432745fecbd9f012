import { isJsonObject } from "../../src/contract/json.ts";
import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import { parseNumber } from "../../src/contract/wire/parseValues.ts";
import { findMisleadingFields, findTypeMismatches } from "../generate/vocabulary/fieldErrors.ts";
import { mergeKeywords, selectKeywords } from "./selectKeywords.ts";
import { getJsonType, type ValueType } from "./valueTypes.ts";

const NUMBER_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Keywords that have an effect only on values of the type. */
const KEYWORDS_OF_TYPE: Record<string, string[]> = {
  string: ["pattern", "format", "minLength", "maxLength"],
  number: NUMBER_KEYWORDS,
  integer: NUMBER_KEYWORDS,
  boolean: [],
  object: ["properties", "required", "additionalProperties"],
};
const CHOICE_KEYWORDS = ["enum", "oneOf", "deprecated"];
const VALUE_KEYWORDS = [...Object.values(KEYWORDS_OF_TYPE).flat(), ...CHOICE_KEYWORDS];
const LIST_KEYWORDS = ["items", "minItems", "maxItems", "uniqueItems"];

/** The field with another type. Rules that still apply move between a list and its entries. */
export function changeType(field: FieldSchema, { type, entry }: ValueType): FieldSchema {
  const valueType = entry ?? type;
  const before = field.items ?? field;
  const kept = [
    ...KEYWORDS_OF_TYPE[valueType]!,
    ...(getJsonType(before) === valueType ? CHOICE_KEYWORDS : []),
  ];
  const dropped = [...VALUE_KEYWORDS, ...(entry === undefined ? LIST_KEYWORDS : []), "default"];
  const own = selectKeywords(field, (keyword) => !dropped.includes(keyword));
  const value = {
    ...selectKeywords(before, (keyword) => kept.includes(keyword)),
    type: valueType,
  };
  const examples = convertValues(field.examples, valueType);
  return withoutMismatches(
    entry === undefined
      ? { ...mergeKeywords(own, value), examples }
      : { ...own, type, items: value, examples: [examples] },
  );
}

/** A field needs an example, also if none can be converted. */
const PLACEHOLDERS: Record<string, unknown> = {
  string: "Text",
  number: 1,
  integer: 1,
  boolean: true,
  object: {},
};

function convertValues(values: unknown[] = [], type: string): unknown[] {
  const converted = values.flat().flatMap((value) => convertValue(value, type) ?? []);
  return converted.length > 0 ? converted : [PLACEHOLDERS[type]];
}

function convertValue(value: unknown, type: string): unknown {
  if (type === "object") return isJsonObject(value) ? value : undefined;
  if (isJsonObject(value)) return undefined;
  if (type === "string") return String(value);
  if (type === "boolean") return typeof value === "boolean" ? value : undefined;
  const number = parseNumber(String(value));
  return type === "integer" && !Number.isInteger(number) ? undefined : number;
}

/** Without the input, the unit and the codec that the new type cannot have. */
function withoutMismatches(field: FieldSchema): FieldSchema {
  const schema = { $id: "", title: "", properties: { field } };
  const places = [...findTypeMismatches(schema), ...findMisleadingFields(schema)].map(({ path }) =>
    path.slice(2).join("/"),
  );
  const { "x-wire": wire, ...kept } = selectKeywords(
    field,
    (keyword) => !(["x-widget", "x-unit"].includes(keyword) && places.includes(keyword)),
  );
  const names = { ...wire };
  if (places.includes("x-wire/codec")) delete names.codec;
  return { ...kept, ...(Object.keys(names).length > 0 && { "x-wire": names }) };
}
