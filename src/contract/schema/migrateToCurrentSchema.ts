import type { JsonObject } from "../json.ts";
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

function migrateOneVersion(schema: EntitySchema, entity: JsonObject, from: number): JsonObject {
  const next: JsonObject = {};
  const renamed = listRenamedFields(schema, from);
  const removed = new Set(
    (schema["x-changes"]?.removed ?? []).filter(isOfVersion(from)).map(({ name }) => name),
  );
  for (const [name, value] of Object.entries(entity)) {
    if (removed.has(name)) continue;
    next[renamed.get(name) ?? name] = value;
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    const since = field["x-changes"]?.since;
    if (since?.version === from + 1 && since.value !== undefined && next[name] === undefined)
      next[name] = structuredClone(since.value);
    if (next[name] !== undefined) next[name] = replaceOldValues(field, next[name], from);
  }
  return next;
}

const isOfVersion =
  (from: number) =>
  ({ version }: { version: number }) =>
    version === from;

function listRenamedFields(schema: EntitySchema, from: number): Map<string, string> {
  const names = Object.entries(schema.properties).flatMap(([name, field]) =>
    (field["x-changes"]?.renamed ?? [])
      .filter(isOfVersion(from))
      .flatMap((change): [string, string][] => (change.name === undefined ? [] : [[change.name, name]])),
  );
  return new Map(names);
}

function replaceOldValues(field: FieldSchema, value: unknown, from: number): unknown {
  const change = (field["x-changes"]?.replaced ?? [])
    .filter(isOfVersion(from))
    .find((entry) => entry.from === value);
  if (change) return structuredClone(change.to);
  const { items, properties } = field;
  if (Array.isArray(value)) {
    const entries: unknown[] = items ? value.map((entry) => replaceOldValues(items, entry, from)) : value;
    return field.uniqueItems && entries.some((entry, at) => entry !== value[at])
      ? removeDuplicates(entries)
      : entries;
  }
  if (typeof value !== "object" || value === null || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      properties[name] ? replaceOldValues(properties[name], part, from) : part,
    ]),
  );
}

/** Two old values can map to the same new value. */
function removeDuplicates(entries: unknown[]): unknown[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const text = JSON.stringify(entry);
    return !seen.has(text) && seen.add(text);
  });
}
