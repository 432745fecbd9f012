import { isDeepStrictEqual } from "node:util";
import type { ConversionName } from "../../src/contract/generated/vocabulary.ts";
import type { Conversion } from "../../src/contract/schema/convertValue.ts";
import {
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../src/contract/schema/fieldSchema.ts";
import { buildConversionEdits, findRestName } from "./conversionEdits.ts";
import {
  findLikelyRenames,
  findLikelySuccessor,
  listNewFields,
  listUndeclaredRemovals,
} from "./likelyRenames.ts";
import {
  findLostParts,
  isConverted,
  isDeclared,
  pairWithReleased,
  type ReleasedPair,
} from "./releasedFields.ts";
import { addChange, setVersion, type SchemaEdit } from "./schemaEdit.ts";

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
  const unconverted = listUnconverted(before, after, version);
  // Whether older documents have a value depends on whether the field was renamed.
  const undecided = [...findLikelyRenames(before, after).values()];
  const isNewlyRequired = ({ name }: ReleasedPair) =>
    after.required?.includes(name) && !before.required?.includes(name) && !undecided.includes(name);
  const needs = [
    ...findUndeclaredRemovals(before, after, version),
    ...unconverted.flatMap((pair) => declarePartRemovals(pair, version)),
    ...unconverted.filter(isNewlyRequired).flatMap((pair) => declareInitialValue(pair, version)),
    ...unconverted.flatMap((pair) => declareReplacedChoices(pair, version)),
    ...findUndeclaredYamlNames(before, after, version),
    ...unconverted.flatMap((pair) => declareConversion(after, pair, version)),
  ];
  return needs.length > 0 && getSchemaVersion(after) === version ? raiseVersion(needs, version + 1) : needs;
}

/** Each choice raises the version too: a change without it is refused. */
function raiseVersion(needs: NeededMigration[], version: number): NeededMigration[] {
  const raise = setVersion(version);
  const raised = needs.map(({ message, choices }) => ({
    message,
    choices: choices.map(({ label, edits }) => ({ label, edits: [raise, ...edits] })),
  }));
  const message = `Set "version" in the schema's x-changes to ${version}.`;
  return [{ message, choices: [{ label: `Set version ${version}`, edits: [raise] }] }, ...raised];
}

/** Fields that were removed without being declared as renamed or removed. */
export function findUndeclaredRemovals(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
  const renames = findLikelyRenames(before, after);
  return listUndeclaredRemovals(before, after, version).map((name) => {
    const successor = renames.get(name);
    const removal = `add {"version": ${version}, "name": "${name}"} to "removed" in the schema's x-changes`;
    const renaming = `add {"version": ${version}, "name": "${name}"} to "renamed" in the x-changes of \`${successor}\``;
    const advice =
      successor === undefined
        ? removal
        : `if it was renamed to \`${successor}\`, ${renaming}; otherwise ${removal}`;
    return {
      message: `Stored documents still contain \`${name}\`: ${advice}.`,
      choices: buildRemovalChoices(name, before, after, version),
    };
  });
}

/**
 * The field that is most likely the renamed one comes first.
 *
 * @param before the schema, or the group
 * @param path of the schema, or of the group
 */
function buildRemovalChoices(
  name: string,
  before: FieldSchema,
  after: FieldSchema,
  version: number,
  path: string[] = [],
): NeededMigration["choices"] {
  const type = getType(before.properties?.[name] ?? {});
  const ofSameType = listNewFields(before, after, version).flatMap(([newName, field]) =>
    getType(field) === type ? [newName] : [],
  );
  const newNames = new Set([findLikelySuccessor(name, before, after, version) ?? [], ofSameType].flat());
  return [
    ...[...newNames].map((newName) => ({
      label: `${name} is now ${newName}`,
      edits: [addChange([...path, "properties", newName], "renamed", { version, name })],
    })),
    { label: `${name} was removed`, edits: [addChange(path, "removed", { version, name })] },
  ];
}

/** Of a group, or of a list of groups. */
function declarePartRemovals(
  { name, old, field }: ReleasedPair,
  version: number,
  path: string[] = [],
): NeededMigration[] {
  if (!old) return [];
  const at = [...path, "properties", name];
  const entries =
    old.items && field.items ? declareLostParts(old.items, field.items, version, [...at, "items"]) : [];
  return [...declareLostParts(old, field, version, at), ...entries];
}

/** @param path the group */
function declareLostParts(
  before: FieldSchema,
  after: FieldSchema,
  version: number,
  path: string[],
): NeededMigration[] {
  if (getType(before) !== getType(after)) return [];
  return [
    ...findLostParts(before, after, version).map((part) => ({
      message: describeLostPart(path[1]!, part, version),
      choices: buildRemovalChoices(part, before, after, version, path),
    })),
    ...listUnconverted(before, after, version).flatMap((pair) => declarePartRemovals(pair, version, path)),
  ];
}

const listUnconverted = (before: FieldSchema, after: FieldSchema, version: number): ReleasedPair[] =>
  pairWithReleased(before, after, version).filter(({ field }) => !isConverted(field, version));

export const describeLostPart = (field: string, part: string, version: number) =>
  `Stored values of "${field}" have "${part}": add {"version": ${version}, "name": "${part}"} to "removed" in the x-changes of this group, or to "renamed" in those of the part that replaces it.`;

function declareInitialValue({ name, field }: ReleasedPair, version: number): NeededMigration[] {
  const { since: declared, renamed } = field["x-changes"] ?? {};
  const hasInitialValue =
    declared !== undefined && declared.version > version && declared.value !== undefined;
  const isRenamed = isDeclared(renamed, version, (entry: { name?: string }) => entry.name !== undefined);
  if (hasInitialValue || isRenamed) return [];
  const value = field.default ?? field.examples?.[0];
  const edit = { path: ["properties", name, "x-changes", "since"], value: { version: version + 1, value } };
  const choice = { label: `Older documents get ${JSON.stringify(value)}`, edits: [edit] };
  return [
    {
      message: `\`${name}\` is now required, and older documents may not have it: add "x-changes": {"since": {"version": ${version + 1}, "value": ...}} to the field, or let vendors fill it in.`,
      choices: value === undefined ? [] : [choice],
    },
  ];
}

function declareReplacedChoices({ name, old, field }: ReleasedPair, version: number): NeededMigration[] {
  const choices = listChoices(field);
  if (choices.length === 0) return [];
  const isReplaced = (choice: unknown) =>
    [field, field.items].some((node) =>
      isDeclared(node?.["x-changes"]?.replaced, version, ({ from }: { from: unknown }) =>
        isDeepStrictEqual(from, choice),
      ),
    );
  const path = ["properties", name, ...(field.items ? ["items"] : [])];
  return listChoices(old ?? {})
    .filter((choice) => !choices.includes(choice) && !isReplaced(choice))
    .map((from) => ({
      message: `\`${name}\` no longer allows ${JSON.stringify(from)}: to replace it by another choice, add {"version": ${version}, "from": ${JSON.stringify(from)}, "to": ...} to "replaced" in x-changes beside the choices.`,
      choices: choices.map((to) => ({
        label: `${JSON.stringify(from)} becomes ${JSON.stringify(to)}`,
        edits: [addChange(path, "replaced", { version, from, to })],
      })),
    }));
}

const listChoices = (field: FieldSchema): unknown[] => listSchemaOptions(field).map(({ value }) => value);

/** YAML attributes that were renamed without being declared as renamed. */
export function findUndeclaredYamlNames(
  before: EntitySchema,
  after: EntitySchema,
  version: number,
): NeededMigration[] {
  if (!getYamlConstants(before)) return [];
  return pairWithReleased(before, after, version).flatMap(({ name, field, old }) => {
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
  "number string": ["join", "Write the numbers as texts"],
  "array string": ["join", "Join the entries to one text"],
};

function declareConversion(
  schema: EntitySchema,
  { name, old, field }: ReleasedPair,
  version: number,
): NeededMigration[] {
  const [by, label] = CONVERSIONS[`${old && getType(old)} ${getType(field)}`] ?? [];
  if (by === undefined || label === undefined) return [];
  // A text can fail to be a number.
  const rest = by === "number" ? { rest: findRestName(schema, name) } : {};
  const conversion: Conversion = { version, by, ...rest };
  return [
    {
      message: `Stored values of \`${name}\` have another type: add ${JSON.stringify(conversion)} to "converted" in its x-changes.`,
      choices: [{ label, edits: buildConversionEdits(schema, name, conversion) }],
    },
  ];
}

function getType({ type }: FieldSchema): string | undefined {
  const name = [type].flat().find((one) => one !== "null");
  return name === "integer" ? "number" : name;
}
