import { isJsonObject, type JsonObject } from "../json.ts";
import { convertValue, type Conversion } from "./convertValue.ts";
import { isEmptyValue } from "./emptyValues.ts";
import { getSchemaVersion, type EntitySchema, type FieldSchema } from "./fields.ts";

/** In `x-changes`, `renamed`, `removed` and `replaced` name the last version with the old form, `since` the first with the field. */
export function migrateToCurrentSchema(
  schema: EntitySchema,
  entity: JsonObject,
  version: number,
): JsonObject {
  let current = entity;
  // Files can contain any version number, also 0 or less.
  for (let from = Math.max(1, version); from < getSchemaVersion(schema); from++)
    current = migrateOneVersion(schema, current, from);
  return current;
}

/** Of a whole entity, or of a group in it: the changes of its parts have the versions of the schema. */
function migrateOneVersion(node: FieldSchema, entity: JsonObject, from: number): JsonObject {
  const next: JsonObject = {};
  const { properties = {}, "x-changes": changes } = node;
  const renamed = listRenamedFields(properties, from);
  const removed = new Set((changes?.removed ?? []).filter(isOfVersion(from)).map(({ name }) => name));
  for (const [name, value] of Object.entries(entity)) {
    if (removed.has(name)) continue;
    next[renamed.get(name) ?? name] = value;
  }
  convertFields(properties, entity, next, from);
  for (const [name, field] of Object.entries(properties)) {
    const since = field["x-changes"]?.since;
    if (since?.version === from + 1 && since.value !== undefined && next[name] === undefined)
      next[name] = structuredClone(since.value);
    if (next[name] !== undefined) next[name] = migrateValue(field, next[name], from);
  }
  return next;
}

/** Sets the fields that `converted` makes from the values of the older entity. */
function convertFields(fields: Fields, entity: JsonObject, next: JsonObject, from: number): void {
  for (const [name, field] of Object.entries(fields))
    for (const conversion of (field["x-changes"]?.converted ?? []).filter(isOfVersion(from))) {
      const old = listSources(name, conversion).map((source) => entity[source]);
      if (old.every(isEmptyValue)) continue;
      const { value, rest } = convertValue(old, conversion);
      if (value === undefined) delete next[name];
      else next[name] = value;
      if (conversion.rest !== undefined && rest.length > 0)
        next[conversion.rest] = appendText(next[conversion.rest], rest.map(String).join(", "));
    }
}

/** Two fields split from one text keep it only once. */
function appendText(before: unknown, text: string): string {
  if (isEmptyValue(before) || before === text) return text;
  const texts = String(before);
  return texts.endsWith(`; ${text}`) ? texts : `${texts}; ${text}`;
}

/** The earlier fields of which a conversion makes the field `name`. */
export const listSources = (name: string, { from = name }: Conversion): string[] => [from].flat();

const isOfVersion =
  (from: number) =>
  ({ version }: { version: number }) =>
    version === from;

type Fields = Record<string, FieldSchema>;

function listRenamedFields(fields: Fields, from: number): Map<string, string> {
  const names = Object.entries(fields).flatMap(([name, field]) =>
    (field["x-changes"]?.renamed ?? [])
      .filter(isOfVersion(from))
      .flatMap((change): [string, string][] => (change.name === undefined ? [] : [[change.name, name]])),
  );
  return new Map(names);
}

function migrateValue(field: FieldSchema, value: unknown, from: number): unknown {
  const change = (field["x-changes"]?.replaced ?? [])
    .filter(isOfVersion(from))
    .find((entry) => entry.from === value);
  if (change) return structuredClone(change.to);
  const { items } = field;
  if (Array.isArray(value)) {
    const entries: unknown[] = items ? value.map((entry) => migrateValue(items, entry, from)) : value;
    return field.uniqueItems && entries.some((entry, at) => entry !== value[at])
      ? removeDuplicates(entries)
      : entries;
  }
  return isJsonObject(value) && field.properties ? migrateOneVersion(field, value, from) : value;
}

/** Two old values can map to the same new value. */
function removeDuplicates(entries: unknown[]): unknown[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const text = JSON.stringify(entry);
    return !seen.has(text) && seen.add(text);
  });
}
