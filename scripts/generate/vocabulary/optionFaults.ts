import type { EntitySchema, FieldSchema, Options } from "../../../src/contract/schema/fields.ts";
import { choicesOf } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { ReferenceList } from "../referenceLists.ts";
import { wrongName, wrongValue, type VocabularyFault } from "./vocabularyFault.ts";

/** Sources whose choices name their regions without a file that says so. */
const BY_REGION = ["hydrologicUnits"];

/** Lists that another field is to narrow, and that do not say to which of its values each entry belongs. */
export function optionFaults(schema: EntitySchema, lists: ReferenceList[]): VocabularyFault[] {
  return Object.entries(schema.properties).flatMap(([name, { "x-options": options }]) => {
    if (!options || BY_REGION.includes(options.source)) return [];
    const at = ["properties", name, "x-options"];
    const list = lists.find(({ source }) => source === options.source);
    const groups: VocabularyFault[] = options.groupBy
      ? [
          wrongName(
            [...at, "groupBy"],
            `"groupBy" is for ${BY_REGION.join(", ")}: no other list is kept by region.`,
          ),
        ]
      : [];
    if (options.filterBy === undefined) return groups;
    return [...groups, ...keyFaults(at, options, schema.properties[options.filterBy], list, lists)];
  });
}

function keyFaults(
  at: string[],
  { filterBy, filterKey, source }: Options,
  narrowing: FieldSchema | undefined,
  list: ReferenceList | undefined,
  lists: ReferenceList[],
): VocabularyFault[] {
  const fault = (word: string, message: string): VocabularyFault[] => [wrongValue([...at, word], message)];
  if (!list) return fault("filterBy", `The list "${source}" comes from a call and cannot be narrowed.`);
  const keys = [...new Set(list.entries.flatMap((entry) => Object.keys(entry)))];
  if (filterKey === undefined)
    return fault(
      "filterBy",
      `Say with "filterKey" which key of the entries of "${source}" names the ${filterBy}.`,
    );
  if (!keys.includes(filterKey))
    return fault(
      "filterKey",
      `No entry of schemas/reference/${list.file} has the key "${filterKey}".${suggestion(filterKey, keys)}`,
    );
  const known = valuesOf(narrowing, lists);
  const stray = list.entries.flatMap((entry) =>
    [entry[filterKey] ?? []].flat().filter((value) => known && !known.includes(String(value))),
  );
  return stray.length === 0
    ? []
    : fault(
        "filterKey",
        `schemas/reference/${list.file} names the ${filterKey} ${JSON.stringify(stray[0])}, which "${filterBy}" never is.${suggestion(String(stray[0]), known ?? [])}`,
      );
}

/** The values a field may have; undefined where nobody lists them. */
function valuesOf(field: FieldSchema | undefined, lists: ReferenceList[]): string[] | undefined {
  const list = lists.find(({ source }) => source === field?.["x-options"]?.source);
  if (list) return list.entries.map(({ value }) => value);
  const own = choicesOf(field ?? {});
  return own.length > 0 ? own.map(({ value }) => String(value)) : undefined;
}
