import cities from "../../../schemas/reference/cities.json" with { type: "json" };
import counties from "../../../schemas/reference/counties.json" with { type: "json" };
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { fillDerivedFields } from "../../../src/contract/wire/wire.ts";
import { largestRegion, unitsByRegion } from "./units.ts";

const TEXT = 10_000;
const UNITS = 200;
const PLACES = 50;
const ENTRIES = 20;

const schema = getSchema("metadata");

/** What is given from outside: the stored extent and the contacts of the record. */
export interface Given {
  extent: string;
  contacts: { contactId: string; roleId: string }[];
}

/** Metadata as large as vendors' get: long texts, 200 hydrologic units of the largest region, full lists. */
export function largestMetadata(given: Given, references: References): JsonObject {
  const grown = Object.entries(schema.properties).map(([name, field]) => [name, grownValue(field)]);
  const own = {
    [getFieldNameByRole(schema, "region")]: largestRegion,
    [getFieldNameByRole(schema, "extent")]: given.extent,
    [getFieldNameByRole(schema, "contacts")]: given.contacts,
  };
  return fillDerivedFields(schema, { ...Object.fromEntries(grown), ...own }, references);
}

const listed: Record<string, () => string[]> = {
  // The last ones, so that the top of the open list still offers units to choose.
  hydrologicUnits: () => unitsByRegion[largestRegion]!.slice(-UNITS),
  counties: () => firstOf(counties.map(({ value }) => value)),
  cities: () => firstOf(cities.map(({ value }) => value)),
};

const firstOf = (values: string[]) => [...new Set(values)].slice(0, PLACES);

function grownValue(field: FieldSchema): unknown {
  const { type, items, examples: [example] = [], "x-options": options, "x-widget": widget } = field;
  const list = options && listed[options.source];
  if (type === "array" && list) return list();
  if (type === "array" && items?.enum) return items.enum;
  if (type === "array" && items?.properties)
    return Array.from({ length: ENTRIES }, () => (example as unknown[])[0]);
  if (type === "array")
    return Array.from({ length: ENTRIES }, (_, at) => another(String(items?.examples?.[0]), at));
  if (widget === "longText") return longText(String(example));
  return example;
}

/** Digits count up, so that the entry keeps its form; other text gets a number. */
const another = (example: string, at: number) =>
  /^\d+$/.test(example)
    ? String(BigInt(example) + BigInt(at)).padStart(example.length, "0")
    : `${at + 1} ${example}`;

const longText = (sentence: string) =>
  `${sentence} `.repeat(Math.ceil(TEXT / (sentence.length + 1))).slice(0, TEXT - 1) + ".";
