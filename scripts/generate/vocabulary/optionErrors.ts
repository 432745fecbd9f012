import type { EntitySchema, FieldSchema, OptionsKeyword } from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { suggestion } from "../../source/didYouMean.ts";
import type { ReferenceList } from "../choiceLists.ts";
import { errorAtName, errorAtValue, listSchemaNodes, type SchemaError } from "./schemaError.ts";

/** Lists stored in one file per region. */
const LISTS_BY_REGION = ["hydrologicUnits"];

/** Reports x-options that a list does not support, and examples and defaults that are not in the list. */
export function findOptionErrors(schema: EntitySchema, lists: ReferenceList[]): SchemaError[] {
  return [...findFilterAndGroupErrors(schema, lists), ...findUnlistedValues(schema, lists)];
}

function findUnlistedValues(schema: EntitySchema, lists: ReferenceList[]): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    const options = node["x-options"];
    const list = options?.open ? undefined : lists.find(({ source }) => source === options?.source);
    if (!list) return [];
    const known = list.entries.map(({ value }) => value);
    const values = [
      ...(node.examples ?? []).map((value, index) => ({ value, below: ["examples", String(index)] })),
      ...(node.default === undefined ? [] : [{ value: node.default, below: ["default"] }]),
    ];
    return values.flatMap(({ value, below }) =>
      [value]
        .flat()
        .filter((entry) => !known.includes(String(entry)))
        .map((entry) =>
          errorAtValue(
            [...path, ...below],
            `${JSON.stringify(entry)} is not in schemas/reference/${list.file}.${suggestion(String(entry), known)}`,
          ),
        ),
    );
  });
}

function findFilterAndGroupErrors(schema: EntitySchema, lists: ReferenceList[]): SchemaError[] {
  return Object.entries(schema.properties).flatMap(([name, { "x-options": options }]) => {
    if (!options || LISTS_BY_REGION.includes(options.source)) return [];
    const at = ["properties", name, "x-options"];
    const list = lists.find(({ source }) => source === options.source);
    const groupErrors: SchemaError[] = options.groupBy
      ? [
          errorAtName(
            [...at, "groupBy"],
            `"groupBy" works only for ${LISTS_BY_REGION.join(", ")}: no other list is stored by region.`,
          ),
        ]
      : [];
    if (options.filterBy === undefined)
      return options.filterKey === undefined
        ? groupErrors
        : [
            ...groupErrors,
            errorAtName(
              [...at, "filterKey"],
              '"filterKey" has no effect without "filterBy": add the field that filters the list.',
            ),
          ];
    return [
      ...groupErrors,
      ...findFilterErrors(at, options, schema.properties[options.filterBy], list, lists),
    ];
  });
}

function findFilterErrors(
  at: string[],
  { filterBy, filterKey, source }: OptionsKeyword,
  filterField: FieldSchema | undefined,
  list: ReferenceList | undefined,
  lists: ReferenceList[],
): SchemaError[] {
  const errorAt = (key: string, message: string): SchemaError[] => [errorAtValue([...at, key], message)];
  if (!list)
    return errorAt("filterBy", `The list "${source}" cannot be filtered: it comes from an API call.`);
  const keys = [...new Set(list.entries.flatMap((entry) => Object.keys(entry)))];
  if (filterKey === undefined)
    return errorAt(
      "filterBy",
      `Add "filterKey": the key of the entries of "${source}" that holds the ${filterBy}.`,
    );
  if (!keys.includes(filterKey))
    return errorAt(
      "filterKey",
      `No entry of schemas/reference/${list.file} has the key "${filterKey}".${suggestion(filterKey, keys)}`,
    );
  const known = listFieldValues(filterField, lists);
  const [unknown] = list.entries.flatMap((entry, index) =>
    [entry[filterKey] ?? []]
      .flat()
      .filter((value) => known && !known.includes(String(value)))
      .map((value) => ({ value, line: list.findLine?.(index) ?? 1 })),
  );
  return unknown === undefined
    ? []
    : errorAt(
        "filterKey",
        `schemas/reference/${list.file}:${unknown.line} has "${filterKey}": ${JSON.stringify(unknown.value)}, which is not a value of "${filterBy}".${suggestion(String(unknown.value), known ?? [])}`,
      );
}

/** Undefined if the field's values are not limited to a list. */
function listFieldValues(field: FieldSchema | undefined, lists: ReferenceList[]): string[] | undefined {
  const list = lists.find(({ source }) => source === field?.["x-options"]?.source);
  if (list) return list.entries.map(({ value }) => value);
  const own = listSchemaOptions(field ?? {});
  return own.length > 0 ? own.map(({ value }) => String(value)) : undefined;
}
