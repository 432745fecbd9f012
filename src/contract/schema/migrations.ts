import { versionOf, type JsonObject, type EntitySchema, type FieldSchema } from "./fields.ts";

/**
 * A document of an earlier version of a schema as today's version holds it. The schema itself says what changed, in
 * `x-changes`: `renamed` (a field's earlier name), `removed` (a field that is gone), `replaced` (a value that another
 * stands for), `since` (a field that is new, and its value in older documents). Each names the last version it is
 * about, or the first for `since`; the steps run one version after the other.
 *
 * @param version the version the document was written under; a document of today's or a later one stays as it is
 * @returns a new document when anything changed; the one given is never altered
 */
export function migrate(schema: EntitySchema, document: JsonObject, version: number): JsonObject {
  let current = document;
  // A version is read from files that anybody may have written: none is before the first.
  for (let from = Math.max(1, version); from < versionOf(schema); from++)
    current = nextVersion(schema, current, from);
  return current;
}

/** The step from one version to the next. */
function nextVersion(schema: EntitySchema, document: JsonObject, from: number): JsonObject {
  const next: JsonObject = {};
  const renamed = newNames(schema, from);
  const removed = new Set((schema["x-changes"]?.removed ?? []).filter(isOf(from)).map(({ name }) => name));
  for (const [name, value] of Object.entries(document)) {
    if (removed.has(name)) continue;
    next[renamed.get(name) ?? name] = value;
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    const since = field["x-changes"]?.since;
    if (since?.version === from + 1 && since.value !== undefined && next[name] === undefined)
      next[name] = structuredClone(since.value);
    if (next[name] !== undefined) next[name] = replaced(field, next[name], from);
  }
  return next;
}

const isOf =
  (from: number) =>
  ({ version }: { version: number }) =>
    version === from;

/** Earlier name -> today's name, for the fields whose name changed after a version. */
function newNames(schema: EntitySchema, from: number): Map<string, string> {
  const names = Object.entries(schema.properties).flatMap(([name, field]) =>
    (field["x-changes"]?.renamed ?? [])
      .filter(isOf(from))
      .flatMap((change): [string, string][] => (change.name === undefined ? [] : [[change.name, name]])),
  );
  return new Map(names);
}

/** A value, and all within it, with today's words in place of those that a version still had. */
function replaced(field: FieldSchema, value: unknown, from: number): unknown {
  const change = (field["x-changes"]?.replaced ?? [])
    .filter(isOf(from))
    .find((entry) => entry.from === value);
  if (change) return structuredClone(change.to);
  const { items, properties } = field;
  if (Array.isArray(value)) {
    const entries: unknown[] = items ? value.map((entry) => replaced(items, entry, from)) : value;
    return field.uniqueItems && entries.some((entry, at) => entry !== value[at])
      ? withoutRepeats(entries)
      : entries;
  }
  if (typeof value !== "object" || value === null || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      properties[name] ? replaced(properties[name], part, from) : part,
    ]),
  );
}

/** Two values that another stands for may both have been listed; a list of each value once keeps it once. */
function withoutRepeats(entries: unknown[]): unknown[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const text = JSON.stringify(entry);
    return !seen.has(text) && seen.add(text);
  });
}
