import type { FieldSchema } from "../../src/contract/schema/fields.ts";

/**
 * Returns the released field whose values a field has now. Undefined for a new field, also for one that has the name of
 * a field that was removed or renamed since. Also for the parts of a group.
 *
 * @param version the released version
 */
export function findReleasedField(
  name: string,
  before: FieldSchema,
  after: FieldSchema,
  version: number,
): FieldSchema | undefined {
  const renamed = Object.entries(after.properties ?? {}).flatMap(([current, field]) =>
    (field["x-changes"]?.renamed ?? []).map((entry) => ({ ...entry, current })),
  );
  const removed = (after["x-changes"]?.removed ?? []).map((entry) => ({ ...entry, current: undefined }));
  const changes = [...renamed, ...removed].filter((entry) => entry.name !== undefined);
  const versions = [...new Set(changes.map((entry) => entry.version))].filter((one) => one >= version);
  let earlierName = name;
  for (const last of versions.toSorted((a, b) => b - a)) {
    const inVersion = changes.filter((entry) => entry.version === last);
    const own = inVersion.find(({ current }) => current === name);
    if (!own && inVersion.some((entry) => entry.name === earlierName)) return undefined;
    earlierName = own?.name ?? earlierName;
  }
  return before.properties?.[earlierName];
}

/** The released group whose values the group at this path has now. The fields on the way can have had other names. */
export function findReleasedGroup(
  [keyword, name, ...path]: string[],
  before: FieldSchema | undefined,
  after: FieldSchema | undefined,
  version: number,
): FieldSchema | undefined {
  if (!before || !after || keyword === undefined || name === undefined) return before;
  const field = findReleasedField(name, before, after, version);
  const current = after.properties?.[name];
  if (path[0] !== "items") return findReleasedGroup(path, field, current, version);
  return findReleasedGroup(path.slice(1), field?.items, current?.items, version);
}

/** A field of a schema or of a group, and the released field whose values it has. */
export interface ReleasedPair {
  name: string;
  field: FieldSchema;
  /** Undefined for a new field. */
  old: FieldSchema | undefined;
}

export const pairWithReleased = (before: FieldSchema, after: FieldSchema, version: number): ReleasedPair[] =>
  Object.entries(after.properties ?? {}).map(([name, field]) => ({
    name,
    field,
    old: findReleasedField(name, before, after, version),
  }));

/** The parts of a group that are gone without being declared as renamed or removed. */
export function findLostParts(before: FieldSchema, after: FieldSchema, version: number): string[] {
  const kept = pairWithReleased(before, after, version).map(({ old }) => old);
  const removed = (after["x-changes"]?.removed ?? []).filter((change) => change.version >= version);
  return Object.entries(before.properties ?? {}).flatMap(([name, part]) =>
    kept.includes(part) || removed.some((change) => change.name === name) ? [] : [name],
  );
}

/** Versions after the released one can have been deployed for tests, each with changes of its own. */
export const isDeclared = (
  entries: { version: number }[] | undefined,
  version: number,
  matches: (entry: never) => boolean,
) => (entries ?? []).some((entry) => entry.version >= version && matches(entry as never));

export const isConverted = (field: FieldSchema | undefined, version: number) =>
  isDeclared(field?.["x-changes"]?.converted, version, () => true);
