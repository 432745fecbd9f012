import { isDeepStrictEqual } from "node:util";
import {
  versionOf,
  yamlConstants,
  yamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";

/**
 * What the new edition still has to say so that documents of the old one are read right: each a sentence naming the
 * edit. None where nothing stored is concerned or all is said.
 */
export function neededMigrations(before: EntitySchema, after: EntitySchema): string[] {
  if (!before["x-changes"]?.version && !after["x-changes"]?.version) return [];
  const version = versionOf(before);
  const needs = [
    ...goneFields(before, after, version),
    ...requiredFields(before, after, version),
    ...goneChoices(before, after, version),
    ...yamlNames(before, after, version),
  ];
  if (needs.length > 0 && versionOf(after) === version)
    needs.unshift(`Set "version" in the schema's x-changes to ${version + 1}.`);
  return needs;
}

const isSaid = (
  entries: { version: number }[] | undefined,
  version: number,
  said: (entry: never) => boolean,
) => (entries ?? []).some((entry) => entry.version === version && said(entry as never));

/** Fields of the earlier edition that the later one neither has, nor renamed, nor listed as removed. */
export function goneFields(before: EntitySchema, after: EntitySchema, version: number): string[] {
  const gone = Object.keys(before.properties).filter((name) => !after.properties[name]);
  return gone.flatMap((name) => {
    const isRemoved = isSaid(
      after["x-changes"]?.removed,
      version,
      (entry: { name: string }) => entry.name === name,
    );
    const isRenamed = Object.values(after.properties).some((field) =>
      isSaid(field["x-changes"]?.renamed, version, (entry: { name?: string }) => entry.name === name),
    );
    if (isRemoved || isRenamed) return [];
    const heir = likelyHeir(before.properties[name]!, before, after);
    const removal = `add {"version": ${version}, "name": "${name}"} to "removed" in the schema's x-changes`;
    if (heir === undefined) return [`Documents still hold \`${name}\`: ${removal}.`];
    const renaming = `add {"version": ${version}, "name": "${name}"} to "renamed" in the x-changes of \`${heir}\``;
    return [`Documents still hold \`${name}\`: if it is \`${heir}\` now, ${renaming}; else ${removal}.`];
  });
}

/** The new field that shares a wire name or the label with one that is gone. */
function likelyHeir(gone: FieldSchema, before: EntitySchema, after: EntitySchema): string | undefined {
  const namesOf = ({ "x-wire": wire }: FieldSchema) =>
    [wire?.read, wire?.write].flat().filter((name) => name);
  return Object.entries(after.properties).find(
    ([name, field]) =>
      !before.properties[name] &&
      (field.title === gone.title || namesOf(field).some((wireName) => namesOf(gone).includes(wireName))),
  )?.[0];
}

function requiredFields(before: EntitySchema, after: EntitySchema, version: number): string[] {
  const isNew = (name: string) => !before.required?.includes(name);
  return (after.required ?? []).filter(isNew).flatMap((name) => {
    const field = after.properties[name];
    const isGiven =
      field?.["x-changes"]?.since?.version === version + 1 && field["x-changes"].since.value !== undefined;
    const isRenamed = isSaid(
      field?.["x-changes"]?.renamed,
      version,
      (entry: { name?: string }) => entry.name !== undefined,
    );
    if (isGiven || isRenamed) return [];
    return [
      `\`${name}\` is required now and older documents may lack it: add "x-changes": {"since": {"version": ${version + 1}, "value": ...}} to it, or leave it to their vendors to fill in.`,
    ];
  });
}

function goneChoices(before: EntitySchema, after: EntitySchema, version: number): string[] {
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = before.properties[name];
    return choicesOf(old)
      .filter((choice) => !choicesOf(field).includes(choice) && choicesOf(field).length > 0)
      .filter((choice) => {
        const isChoice = ({ from }: { from: unknown }) => isDeepStrictEqual(from, choice);
        return ![field, field.items].some((node) => isSaid(node?.["x-changes"]?.replaced, version, isChoice));
      })
      .map(
        (choice) =>
          `\`${name}\` no longer takes ${JSON.stringify(choice)}: if another choice stands for it, add {"version": ${version}, "from": ${JSON.stringify(choice)}, "to": ...} to "replaced" in x-changes beside the "enum".`,
      );
  });
}

const choicesOf = (field: FieldSchema | undefined): unknown[] => field?.enum ?? field?.items?.enum ?? [];

/** Attributes of metadata files that the later edition has other names for, without saying so. */
export function yamlNames(before: EntitySchema, after: EntitySchema, version: number): string[] {
  if (!yamlConstants(before)) return [];
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const renamed = field["x-changes"]?.renamed?.find((entry) => entry.version === version && entry.name);
    const old = before.properties[renamed?.name ?? name];
    const key = old && yamlKey(old);
    if (key === undefined || key === yamlKey(field)) return [];
    if (isSaid(field["x-changes"]?.renamed, version, ({ yaml }: { yaml?: string }) => yaml === key))
      return [];
    return [
      `Metadata files still say \`${key}\` for \`${name}\`: add {"version": ${version}, "yaml": "${key}"} to "renamed" in its x-changes.`,
    ];
  });
}
