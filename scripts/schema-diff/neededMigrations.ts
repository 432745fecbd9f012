import { isDeepStrictEqual } from "node:util";
import type { ConversionName } from "../../src/contract/generated/vocabulary.ts";
import {
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../src/contract/schema/fieldSchema.ts";

/** Sets a value of a schema file, or adds an entry to one of its lists. */
export interface SchemaEdit {
  path: string[];
  value: unknown;
  isEntry?: boolean;
}

export interface NeededMigration {
  /** A sentence with the edit to make. */
  message: string;
  /** Ways to declare the change in x-changes, each with what it means. Empty if only a person can decide. */
  choices: { label: string; edits: SchemaEdit[] }[];
}

/** Lists the x-changes entries that are missing in the new schema. */
export function findNeededMigrations(before: EntitySchema, after: EntitySchema): NeededMigration[] {
  if (!before["x-changes"]?.version && !after["x-changes"]?.version) return [];
  const version = getSchemaVersion(before);
  const needs = [
    ...findUndeclaredRemovals(before, after, version),
    ...findUndeclaredPartRemovals(before, after, version),
    ...findUndeclaredRequirements(before, after, version),
    ...findUndeclaredChoiceRemovals(before, after, version),
    ...findUndeclaredYamlNames(before, after, version),
    ...findUnconvertedValues(before, after, version),
  ];
  return needs.length > 0 && getSchemaVersion(after) === version ? raiseVersion(needs, version + 1) : needs;
}

/** Each choice raises the version too: a change without it is refused. */
function raiseVersion(needs: NeededMigration[], version: number): NeededMigration[] {
  const raise: SchemaEdit = { path: ["x-changes", "version"], value: version };
  const raised = needs.map(({ message, choices }) => ({
    message,
    choices: choices.map(({ label, edits }) => ({ label, edits: [raise, ...edits] })),
  }));
  const message = `Set "version" in the schema's x-changes to ${version}.`;
  return [{ message, choices: [{ label: `Set version ${version}`, edits: [raise] }] }, ...raised];
}

/** @param path the schema, or the field */
const addChange = (
  path: string[],
  keyword: keyof NonNullable<FieldSchema["x-changes"]>,
  value: object,
): SchemaEdit => ({
  path: [...path, "x-changes", keyword],
  value,
  isEntry: true,
});

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
export function findUndeclaredRemovals(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
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
    const renaming = `add {"version": ${version}, "name": "${name}"} to "renamed" in the x-changes of \`${successor}\``;
    const advice =
      successor === undefined
        ? removal
        : `if it was renamed to \`${successor}\`, ${renaming}; otherwise ${removal}`;
    const newNames = Object.keys(after.properties).filter((one) => !before.properties[one]);
    return [
      {
        message: `Stored documents still contain \`${name}\`: ${advice}.`,
        choices: buildRemovalChoices(name, newNames, version),
      },
    ];
  });
}

/**
 * @param newNames of the fields that can have the values now
 * @param path the schema, or the group
 */
const buildRemovalChoices = (
  name: string,
  newNames: string[],
  version: number,
  path: string[] = [],
): NeededMigration["choices"] => [
  ...newNames.map((newName) => ({
    label: `${name} is now ${newName}`,
    edits: [addChange([...path, "properties", newName], "renamed", { version, name })],
  })),
  { label: `${name} was removed`, edits: [addChange(path, "removed", { version, name })] },
];

/** Of the groups among the fields, and of lists of groups. */
function findUndeclaredPartRemovals(
  before: FieldSchema,
  after: FieldSchema,
  version: number,
  path: string[] = [],
): NeededMigration[] {
  return Object.entries(after.properties ?? {}).flatMap(([name, field]) => {
    const old = findReleasedField(name, before, after, version);
    if (!old || isConverted(field, version)) return [];
    const at = [...path, "properties", name];
    const entries =
      old.items && field.items ? declareLostParts(old.items, field.items, version, [...at, "items"]) : [];
    return [...declareLostParts(old, field, version, at), ...entries];
  });
}

/** @param path the group */
function declareLostParts(
  before: FieldSchema,
  after: FieldSchema,
  version: number,
  path: string[],
): NeededMigration[] {
  if (getType(before) !== getType(after)) return [];
  const newParts = Object.keys(after.properties ?? {}).filter((name) => !before.properties?.[name]);
  return [
    ...findLostParts(before, after, version).map((part) => ({
      message: describeLostPart(path[1]!, part, version),
      choices: buildRemovalChoices(part, newParts, version, path),
    })),
    ...findUndeclaredPartRemovals(before, after, version, path),
  ];
}

/** The parts of a group that are gone without being declared as renamed or removed. */
export function findLostParts(before: FieldSchema, after: FieldSchema, version: number): string[] {
  const kept = Object.keys(after.properties ?? {}).map((name) =>
    findReleasedField(name, before, after, version),
  );
  const removed = (after["x-changes"]?.removed ?? []).filter((change) => change.version >= version);
  return Object.entries(before.properties ?? {}).flatMap(([name, part]) =>
    kept.includes(part) || removed.some((change) => change.name === name) ? [] : [name],
  );
}

export const describeLostPart = (field: string, part: string, version: number) =>
  `Stored values of "${field}" have "${part}": add {"version": ${version}, "name": "${part}"} to "removed" in the x-changes of this group, or to "renamed" in those of the part that replaces it.`;

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

function findUndeclaredRequirements(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
  const isNew = (name: string) => !before.required?.includes(name);
  return (after.required ?? []).filter(isNew).flatMap((name) => {
    const field = after.properties[name];
    const declared = field?.["x-changes"]?.since;
    const hasInitialValue =
      declared !== undefined && declared.version > version && declared.value !== undefined;
    const isRenamed = isDeclared(
      field?.["x-changes"]?.renamed,
      version,
      (entry: { name?: string }) => entry.name !== undefined,
    );
    if (hasInitialValue || isRenamed || isConverted(field, version)) return [];
    const value = field?.default ?? field?.examples?.[0];
    const since = { version: version + 1, value };
    return [
      {
        message: `\`${name}\` is now required, and older documents may not have it: add "x-changes": {"since": {"version": ${version + 1}, "value": ...}} to the field, or let vendors fill it in.`,
        choices:
          value === undefined
            ? []
            : [
                {
                  label: `Older documents get ${JSON.stringify(value)}`,
                  edits: [{ path: ["properties", name, "x-changes", "since"], value: since }],
                },
              ],
      },
    ];
  });
}

function findUndeclaredChoiceRemovals(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
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
      .map((from) => ({
        message: `\`${name}\` no longer allows ${JSON.stringify(from)}: to replace it by another choice, add {"version": ${version}, "from": ${JSON.stringify(from)}, "to": ...} to "replaced" in x-changes beside the choices.`,
        choices: choices.map((to) => ({
          label: `${JSON.stringify(from)} becomes ${JSON.stringify(to)}`,
          edits: [
            addChange(["properties", name, ...(field.items ? ["items"] : [])], "replaced", {
              version,
              from,
              to,
            }),
          ],
        })),
      }));
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
): NeededMigration[] {
  if (!getYamlConstants(before)) return [];
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = findReleasedField(name, before, after, version);
    const key = old && getYamlKey(old);
    if (key === undefined || key === getYamlKey(field)) return [];
    if (isDeclared(field["x-changes"]?.renamed, version, ({ yaml }: { yaml?: string }) => yaml === key))
      return [];
    return [
      {
        message: `Existing metadata files use the attribute \`${key}\` for \`${name}\`: add {"version": ${version}, "yaml": "${key}"} to "renamed" in its x-changes.`,
        choices: [
          {
            label: `Also read ${key}`,
            edits: [addChange(["properties", name], "renamed", { version, yaml: key })],
          },
        ],
      },
    ];
  });
}

/** Old and new type -> the conversion, and what it does. */
const CONVERSIONS: Record<string, [by: ConversionName, label: string]> = {
  "string array": ["list", "Make lists of one text"],
  "number array": ["list", "Make lists of one number"],
  "boolean array": ["list", "Make lists of one value"],
  "string number": ["number", "Read the texts as numbers"],
  "array string": ["join", "Join the entries to one text"],
};

/** Fields whose type changed without a conversion of their values. */
function findUnconvertedValues(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = findReleasedField(name, before, after, version);
    const [by, label] = CONVERSIONS[`${old && getType(old)} ${getType(field)}`] ?? [];
    if (by === undefined || label === undefined || isConverted(field, version)) return [];
    return [
      {
        message: `Stored values of \`${name}\` have another type: add {"version": ${version}, "by": "${by}"} to "converted" in its x-changes.`,
        choices: [{ label, edits: [addChange(["properties", name], "converted", { version, by })] }],
      },
    ];
  });
}

function getType({ type }: FieldSchema): string | undefined {
  const name = [type].flat().find((one) => one !== "null");
  return name === "integer" ? "number" : name;
}
