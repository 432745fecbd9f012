import { isDeepStrictEqual } from "node:util";
import { createSchemaUtils, type RJSFSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import {
  examplesOf,
  sectionTitles,
  yamlConstants,
  yamlKey,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { isAbsent } from "../../../src/contract/schema/isSame.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { decode, encode, namesRead } from "../../../src/contract/wire/wire.ts";
import { metadataYaml, readMetadataYaml } from "../../../src/contract/yaml/metadataYaml.ts";
import type { ReferenceList } from "../referenceLists.ts";
import { waysOf, type WrittenWire } from "../wireNames.ts";
import { takes, wrongName, wrongValue, type VocabularyFault } from "./vocabularyFault.ts";

/**
 * Fields that would be typed and not sent, or sent and not read, and lists whose entries a comma would cut in two.
 *
 * @param written the schema as its file has it, before wire names are derived
 */
export function wireFaults(
  written: EntitySchema,
  schema: EntitySchema,
  lists: ReferenceList[],
): VocabularyFault[] {
  const ways = waysOf(written);
  return Object.entries(written.properties).flatMap(([name, field]) => [
    ...(field["x-derived"] ? [] : halfNames(name, field["x-wire"] as WrittenWire | undefined, ways)),
    ...cutEntries(name, schema.properties[name] ?? {}, lists),
  ]);
}

function halfNames(
  name: string,
  wire: WrittenWire | undefined,
  ways: { read: boolean; write: boolean },
): VocabularyFault[] {
  if (!wire) return [];
  const lacks = [
    ...(ways.read && wire.read === undefined ? (["read"] as const) : []),
    ...(ways.write && wire.write === undefined && wire.accept === undefined ? (["write"] as const) : []),
  ];
  return lacks.map((way) => {
    const what = way === "read" ? "answers" : "saves";
    return wrongName(
      ["properties", name, "x-wire"],
      `The field "${name}" has no name in ${what}: add "${way}" to its x-wire, or "${way}": false where it is not to be there.`,
    );
  });
}

function cutEntries(name: string, field: FieldSchema, lists: ReferenceList[]): VocabularyFault[] {
  if (field["x-wire"]?.codec !== "commaList") return [];
  const cut = entryWithComma(field, lists);
  if (cut === undefined) return [];
  const message = `An entry of "${name}" may hold a comma, such as ${JSON.stringify(cut)}, and commaList would make two of it: give its items a pattern without one, such as "^[^,\\\\s]([^,]*[^,\\\\s])?$", or leave out the codec.`;
  return [wrongValue(["properties", name, "x-wire", "codec"], message)];
}

/** An entry that the field takes and that holds a comma. */
function entryWithComma(field: FieldSchema, lists: ReferenceList[]): string | undefined {
  const { items = {}, "x-options": options } = field;
  const closed = options?.open ? undefined : lists.find(({ source }) => source === options?.source);
  const offered = closed?.entries.map(({ value }) => value);
  const example = String(items.examples?.[0] ?? [field.examples?.[0]].flat()[0] ?? "");
  const cuts = Array.from({ length: example.length + 1 }, (_, at) =>
    [at, at + 1].map((rest) => [example.slice(0, at), example.slice(rest)].join(",")),
  ).flat();
  const constants = (items.oneOf ?? []).flatMap((choice) =>
    choice.const === undefined ? [] : [choice.const],
  );
  const tried = offered ?? [...(items.enum ?? []), ...constants, "one, two", ...cuts].map(String);
  const isTaken = takes(items);
  return tried.find((entry) => entry.includes(",") && isTaken(entry));
}

/** Examples that come back from an answer, a save, the metadata YAML or the form as something else than they went. */
export function roundTripFaults(schema: EntitySchema, references: References): VocabularyFault[] {
  const example = Object.fromEntries(
    Object.entries(examplesOf(schema)).filter(([, value]) => !isAbsent(value)),
  );
  const ways: [string, (field: EntitySchema["properties"][string]) => boolean, () => JsonObject][] = [
    ...(["read", "write"] as const).map((side): (typeof ways)[number] => [
      side === "read" ? "an answer" : "a save",
      (field) => namesRead(field, side).length > 0,
      () => decode(schema, encode(schema, example, side, references), side, references),
    ]),
    ...(yamlConstants(schema)
      ? [
          [
            "the metadata YAML",
            (field) => yamlKey(field) !== undefined,
            () => throughYaml(schema, example, references),
          ] satisfies (typeof ways)[number],
        ]
      : []),
    ...(sectionTitles(schema).length > 0
      ? [["the form", () => true, () => throughForm(schema, example)] satisfies (typeof ways)[number]]
      : []),
  ];
  return ways.flatMap(([way, travels, there]) => differences(schema, example, way, travels, attempt(there)));
}

function attempt(there: () => JsonObject): JsonObject | Error {
  try {
    return there();
  } catch (error) {
    return error as Error;
  }
}

function differences(
  { properties }: EntitySchema,
  example: JsonObject,
  way: string,
  travels: (field: EntitySchema["properties"][string]) => boolean,
  back: JsonObject | Error,
): VocabularyFault[] {
  if (back instanceof Error)
    return [wrongValue([], `The examples cannot pass through ${way}: ${back.message}`)];
  return Object.entries(example)
    .filter(([name]) => travels(properties[name]!) && !properties[name]!["x-derived"])
    .filter(([name, value]) => !isDeepStrictEqual(back[name], value))
    .map(([name, value]) =>
      wrongValue(
        ["properties", name, "examples", "0"],
        `The example of "${name}" comes back from ${way} as ${JSON.stringify(back[name])}, and not as ${JSON.stringify(value)}: its type, codec or default does not suit it.`,
      ),
    );
}

function throughYaml(schema: EntitySchema, metadata: JsonObject, references: References): JsonObject {
  const text = metadataYaml({ recordId: "1", metadata, references, contacts: [] }, schema);
  return readMetadataYaml(text, references, schema).metadata;
}

/** What the form makes of a document that it opens. */
function throughForm(schema: EntitySchema, example: JsonObject): JsonObject {
  const utils = createSchemaUtils(validator, schema as RJSFSchema);
  const opened: unknown = utils.getDefaultFormState(schema as RJSFSchema, structuredClone(example));
  return JSON.parse(JSON.stringify(opened)) as JsonObject;
}
