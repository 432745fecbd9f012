import { Ajv } from "ajv";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { ReferenceList } from "../referenceLists.ts";
import { waysOf, type WrittenWire } from "../wireNames.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

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
    return {
      path: ["properties", name, "x-wire"],
      at: "name",
      message: `The field "${name}" has no name in ${what}: add "${way}" to its x-wire, or "${way}": false where it is not to be there.`,
    };
  });
}

function cutEntries(name: string, field: FieldSchema, lists: ReferenceList[]): VocabularyFault[] {
  if (field["x-wire"]?.codec !== "commaList") return [];
  const cut = entryWithComma(field, lists);
  if (cut === undefined) return [];
  const message = `An entry of "${name}" may hold a comma, such as ${JSON.stringify(cut)}, and commaList would make two of it: give its items a pattern without one, such as "^[^,\\\\s]([^,]*[^,\\\\s])?$", or leave out the codec.`;
  return [{ path: ["properties", name, "x-wire", "codec"], at: "value", message }];
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
  const isTaken = new Ajv({ strict: false, validateFormats: false }).compile(items);
  return tried.find((entry) => entry.includes(",") && isTaken(entry));
}
