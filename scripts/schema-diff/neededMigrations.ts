import { isDeepStrictEqual } from "node:util";
import {
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../src/contract/schema/fieldSchema.ts";

/** Lists the x-changes entries that are missing in the new schema, each as a sentence with the edit to make. */
export function findNeededMigrations(before: EntitySchema, after: EntitySchema): string[] {
  if (!before["x-changes"]?.version && !after["x-changes"]?.version) return [];
  const version = getSchemaVersion(before);
  const needs = [
    ...findUndeclaredRemovals(before, after, version),
    ...findUndeclaredRequirements(before, after, version),
    ...findUndeclaredChoiceRemovals(before, after, version),
    ...findUndeclaredYamlNames(before, after, version),
  ];
  if (needs.length > 0 && getSchemaVersion(after) === version)
    needs.unshift(`Set "version" in the schema's x-changes to ${version + 1}.`);
  return needs;
}

/** Versions after the released one can have been deployed for tests, each with changes of its own. */
const isDeclared = (
  entries: { version: number }[] | undefined,
  version: number,
  matches: (entry: never) => boolean,
) => (entries ?? []).some((entry) => entry.version >= version && matches(entry as never));

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

/** Fields that were removed without being declared as renamed or removed. */
export function findUndeclaredRemovals(before: EntitySchema, after: EntitySchema, version: number): string[] {
  const kept = Object.keys(after.properties).map((name) => findReleasedField(name, before, after, version));
  const missing = Object.keys(before.properties).filter((name) => !kept.includes(before.properties[name]));
  return missing.flatMap((name) => {
    const isRemoved = isDeclared(
      after["x-changes"]?.removed,
      version,
      (entry: { name: string }) => entry.name === name,
    );
    const isRenamed = Object.values(after.properties).some((field) =>
      isDeclared(field["x-changes"]?.renamed, version, (entry: { name?: string }) => entry.name === name),
    );
    if (isRemoved || isRenamed) return [];
    const successor = findLikelySuccessor(before.properties[name]!, before, after);
    const removal = `add {"version": ${version}, "name": "${name}"} to "removed" in the schema's x-changes`;
    if (successor === undefined) return [`Stored documents still contain \`${name}\`: ${removal}.`];
    const renaming = `add {"version": ${version}, "name": "${name}"} to "renamed" in the x-changes of \`${successor}\``;
    return [
      `Stored documents still contain \`${name}\`: if it was renamed to \`${successor}\`, ${renaming}; otherwise ${removal}.`,
    ];
  });
}

/** Finds a new field with the same label or a wire name of the removed one. */
function findLikelySuccessor(
  removed: FieldSchema,
  before: EntitySchema,
  after: EntitySchema,
): string | undefined {
  const listWireNames = ({ "x-wire": wire }: FieldSchema) =>
    [wire?.read, wire?.write].flat().filter((name) => name);
  return Object.entries(after.properties).find(
    ([name, field]) =>
      !before.properties[name] &&
      (field.title === removed.title ||
        listWireNames(field).some((wireName) => listWireNames(removed).includes(wireName))),
  )?.[0];
}

function findUndeclaredRequirements(before: EntitySchema, after: EntitySchema, version: number): string[] {
  const isNew = (name: string) => !before.required?.includes(name);
  return (after.required ?? []).filter(isNew).flatMap((name) => {
    const field = after.properties[name];
    const since = field?.["x-changes"]?.since;
    const hasInitialValue = since !== undefined && since.version > version && since.value !== undefined;
    const isRenamed = isDeclared(
      field?.["x-changes"]?.renamed,
      version,
      (entry: { name?: string }) => entry.name !== undefined,
    );
    if (hasInitialValue || isRenamed || isConverted(field, version)) return [];
    return [
      `\`${name}\` is now required, and older documents may not have it: add "x-changes": {"since": {"version": ${version + 1}, "value": ...}} to the field, or let vendors fill it in.`,
    ];
  });
}

function findUndeclaredChoiceRemovals(before: EntitySchema, after: EntitySchema, version: number): string[] {
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = findReleasedField(name, before, after, version);
    const choices = listChoices(field);
    if (isConverted(field, version)) return [];
    return listChoices(old ?? {})
      .filter((choice) => !choices.includes(choice) && choices.length > 0)
      .filter((choice) => {
        const isChoice = ({ from }: { from: unknown }) => isDeepStrictEqual(from, choice);
        return ![field, field.items].some((node) =>
          isDeclared(node?.["x-changes"]?.replaced, version, isChoice),
        );
      })
      .map(
        (choice) =>
          `\`${name}\` no longer allows ${JSON.stringify(choice)}: to replace it by another choice, add {"version": ${version}, "from": ${JSON.stringify(choice)}, "to": ...} to "replaced" in x-changes beside the choices.`,
      );
  });
}

const isConverted = (field: FieldSchema | undefined, version: number) =>
  isDeclared(field?.["x-changes"]?.converted, version, () => true);

const listChoices = (field: FieldSchema): unknown[] => listSchemaOptions(field).map(({ value }) => value);

/** YAML attributes that were renamed without being declared as renamed. */
export function findUndeclaredYamlNames(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): string[] {
  if (!getYamlConstants(before)) return [];
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = findReleasedField(name, before, after, version);
    const key = old && getYamlKey(old);
    if (key === undefined || key === getYamlKey(field)) return [];
    if (isDeclared(field["x-changes"]?.renamed, version, ({ yaml }: { yaml?: string }) => yaml === key))
      return [];
    return [
      `Existing metadata files use the attribute \`${key}\` for \`${name}\`: add {"version": ${version}, "yaml": "${key}"} to "renamed" in its x-changes.`,
    ];
  });
}
