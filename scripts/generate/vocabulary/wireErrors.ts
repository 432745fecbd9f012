import { isDeepStrictEqual } from "node:util";
import { createSchemaUtils, type RJSFSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  buildExampleEntity,
  listSectionTitles,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { isEmptyValue } from "../../../src/contract/schema/emptyValues.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { decode, encode, listReadNames } from "../../../src/contract/wire/wire.ts";
import { buildMetadataYaml, parseMetadataYaml } from "../../../src/contract/yaml/metadataYaml.ts";
import type { ReferenceList } from "../choiceLists.ts";
import { getWireDirections, type WrittenWire } from "../wireNames.ts";
import { compileFieldValidator, errorAtName, errorAtValue, type SchemaError } from "./schemaError.ts";

/**
 * Reports fields without a wire name, and comma lists whose entries can contain a comma.
 *
 * @param written the schema as in its file, before wire names are derived
 */
export function findWireErrors(
  written: EntitySchema,
  schema: EntitySchema,
  lists: ReferenceList[],
): SchemaError[] {
  const directions = getWireDirections(written);
  return Object.entries(written.properties).flatMap(([name, field]) => [
    ...(field["x-derived"]
      ? []
      : findMissingWireNames(name, field["x-wire"] as WrittenWire | undefined, directions)),
    ...findSplitEntries(name, schema.properties[name] ?? {}, lists),
  ]);
}

function findMissingWireNames(
  name: string,
  wire: WrittenWire | undefined,
  directions: { read: boolean; write: boolean },
): SchemaError[] {
  if (!wire) return [];
  const missing = [
    ...(directions.read && wire.read === undefined ? (["read"] as const) : []),
    ...(directions.write && wire.write === undefined && wire.accept === undefined
      ? (["write"] as const)
      : []),
  ];
  return missing.map((direction) => {
    const [messages, unless] =
      direction === "read" ? ["responses", "it is not returned"] : ["requests", "it is not sent"];
    return errorAtName(
      ["properties", name, "x-wire"],
      `The field "${name}" has no name in ${messages}: add "${direction}" to its x-wire, or "${direction}": false if ${unless}.`,
    );
  });
}

function findSplitEntries(name: string, field: FieldSchema, lists: ReferenceList[]): SchemaError[] {
  if (field["x-wire"]?.codec !== "commaList") return [];
  const entry = findEntrySplitByCommaList(field, lists);
  if (entry === undefined) return [];
  const message = `An entry of "${name}" can contain a comma, for example ${JSON.stringify(entry)}, and commaList would split it in two: add a pattern without commas to its items, such as "^[^,\\\\s]([^,]*[^,\\\\s])?$", or remove the codec.`;
  return [errorAtValue(["properties", name, "x-wire", "codec"], message)];
}

/** Finds a valid entry that contains a comma, among the choices and the example with commas inserted. */
function findEntrySplitByCommaList(field: FieldSchema, lists: ReferenceList[]): string | undefined {
  const { items = {}, "x-options": options } = field;
  const closedList = options?.open ? undefined : lists.find(({ source }) => source === options?.source);
  const offered = closedList?.entries.map(({ value }) => value);
  const example = String(items.examples?.[0] ?? [field.examples?.[0]].flat()[0] ?? "");
  const examplesWithComma = Array.from({ length: example.length + 1 }, (_, insertAt) =>
    [insertAt, insertAt + 1].map((tailStart) =>
      [example.slice(0, insertAt), example.slice(tailStart)].join(","),
    ),
  ).flat();
  const constants = (items.oneOf ?? []).flatMap((choice) =>
    choice.const === undefined ? [] : [choice.const],
  );
  const candidates =
    offered ?? [...(items.enum ?? []), ...constants, "one, two", ...examplesWithComma].map(String);
  const isValidEntry = compileFieldValidator(items);
  return candidates.find((entry) => entry.includes(",") && isValidEntry(entry));
}

/** Reports examples that change when they are written and read back: by API calls, the YAML or the form. */
export function findRoundTripErrors(schema: EntitySchema, references: References): SchemaError[] {
  const example = Object.fromEntries(
    Object.entries(buildExampleEntity(schema)).filter(([, value]) => !isEmptyValue(value)),
  );
  const trips: RoundTrip[] = [
    ...(["read", "write"] as const).map((side): RoundTrip => ({
      name: side === "read" ? "a response" : "a request",
      includes: (field) => listReadNames(field, side).length > 0,
      run: () => decode(schema, encode(schema, example, side, references), side, references),
    })),
    ...(getYamlConstants(schema)
      ? [
          {
            name: "the metadata YAML",
            includes: (field: FieldSchema) => getYamlKey(field) !== undefined,
            run: () => convertToYamlAndBack(schema, example, references),
          },
        ]
      : []),
    ...(listSectionTitles(schema).length > 0
      ? [{ name: "the form", includes: () => true, run: () => openInForm(schema, example) }]
      : []),
  ];
  return trips.flatMap((trip) => findDifferences(schema, example, trip));
}

interface RoundTrip {
  name: string;
  includes(field: EntitySchema["properties"][string]): boolean;
  run(): JsonObject;
}

function findDifferences({ properties }: EntitySchema, example: JsonObject, trip: RoundTrip): SchemaError[] {
  let result: JsonObject;
  try {
    result = trip.run();
  } catch (error) {
    const { message } = error as Error;
    return [errorAtValue([], `The examples cannot be converted to ${trip.name} and back: ${message}`)];
  }
  return Object.entries(example)
    .filter(([name]) => trip.includes(properties[name]!) && !properties[name]!["x-derived"])
    .filter(([name, value]) => !isDeepStrictEqual(result[name], value))
    .map(([name, value]) =>
      errorAtValue(
        ["properties", name, "examples", "0"],
        `The example of "${name}" changes from ${JSON.stringify(value)} to ${JSON.stringify(result[name])} in ${trip.name}: check its type, codec and default.`,
      ),
    );
}

function convertToYamlAndBack(
  schema: EntitySchema,
  metadata: JsonObject,
  references: References,
): JsonObject {
  const text = buildMetadataYaml({ recordId: "1", metadata, references, contacts: [] }, schema);
  return parseMetadataYaml(text, references, schema).metadata;
}

/** RJSF adds defaults when it opens a document. */
function openInForm(schema: EntitySchema, example: JsonObject): JsonObject {
  const utils = createSchemaUtils(validator, schema as RJSFSchema);
  const opened: unknown = utils.getDefaultFormState(schema as RJSFSchema, structuredClone(example));
  return JSON.parse(JSON.stringify(opened)) as JsonObject;
}
