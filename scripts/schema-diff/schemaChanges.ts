import {
  getYamlConstants,
  getYamlKey,
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { listSources } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import { change, type SchemaChange } from "./change.ts";
import { findDifferences, isInCondition, type Difference } from "./differences.ts";
import { describeKeyword, toYamlEntries } from "./keywordChanges.ts";
import { findLikelyRenames } from "./likelyRenames.ts";
import { listMoved } from "./listMoved.ts";
import { formatField, locate, type Place } from "./place.ts";
import { formatValue } from "./valueDifferences.ts";

/** Returns at least one change for every difference. */
export function listSchemaChanges(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const declared = mapRenamedFields(before, after);
  const likely = findLikelyRenames(before, after);
  const newNames = [...declared].map(([name, old]): [string, string] => [old, name]);
  const aligned = renameFields(before, new Map([...newNames, ...likely]));
  return [
    ...newNames.map(([old, name]) => change("renamed", name, `\`${old}\` is now named \`${name}\`.`)),
    ...[...likely].map(([old, name]) =>
      change("renamed", name, `\`${old}\` seems to be named \`${name}\` now.`),
    ),
    ...findDifferences(aligned, after).flatMap((difference) => describe(difference, aligned, after)),
    ...listYamlChanges(aligned, after),
    ...listSectionMoves(aligned, after),
  ];
}

/** New name -> old name. */
function mapRenamedFields(before: EntitySchema, after: EntitySchema): Map<string, string> {
  const pairs = Object.entries(after.properties).flatMap(([name, field]): [string, string][] => {
    if (before.properties[name]) return [];
    const old = field["x-changes"]?.renamed?.findLast(
      (entry) => entry.name !== undefined && before.properties[entry.name],
    );
    return old?.name === undefined ? [] : [[name, old.name]];
  });
  return new Map(pairs);
}

/** @param names old name -> new name */
function renameFields<Node extends FieldSchema>(node: Node, names: Map<string, string>): Node {
  if (names.size === 0) return node;
  const newName = (name: string) => names.get(name) ?? name;
  const { properties, required, allOf } = node;
  const branches = (["if", "then", "else"] as const).flatMap((keyword) => {
    const branch = node[keyword];
    return branch ? [[keyword, renameFields(branch, names)]] : [];
  });
  return {
    ...node,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [newName(name), field]),
      ),
    }),
    ...(required && { required: required.map(newName) }),
    ...(allOf && { allOf: allOf.map((part) => renameFields(part, names)) }),
    ...(Object.fromEntries(branches) as object),
  };
}

function describe(difference: Difference, before: EntitySchema, after: EntitySchema): SchemaChange[] {
  const { kind, oldPath, path, was, is } = difference;
  if (kind === "order") return describeOrder(locate(after, path.slice(0, -1)), path.at(-1)!, was, is);
  if (kind === "field") {
    const [schema, fieldPath] = is === undefined ? [before, oldPath] : [after, path];
    return describeField(locate(schema, fieldPath), was, is);
  }
  const keyword = path.at(-1)!;
  return describeKeyword({
    keyword,
    before: locate(before, oldPath.slice(0, -1)),
    after: locate(after, path.slice(0, -1)),
    was,
    is,
  });
}

function describeField(place: Place, was: unknown, is: unknown): SchemaChange[] {
  const field = formatField(place);
  const { title, "x-changes": changes } = (is ?? was) as FieldSchema;
  const owner = getSchemaNode(place.schema, place.nodePath.slice(0, -2));
  const ownName = place.nodePath.at(-1)!;
  const isRequired = owner?.required?.includes(ownName);
  const name = `\`${field}\` (${title ?? field})`;
  if (is === undefined) return [change("removed", field, `${name} was removed.`)];
  const sources = (changes?.converted ?? []).map(
    (conversion) => ` Older documents get a value from ${formatNames(listSources(ownName, conversion))}.`,
  );
  const description = `${name} is new and ${isRequired ? "required" : "optional"}.${sources.join("")}`;
  return [change("added", field, description)];
}

const formatNames = (names: string[]) => names.map((name) => `\`${name}\``).join(" and ");

function describeOrder(place: Place, keyword: string, was: unknown, is: unknown): SchemaChange[] {
  if (keyword !== "properties" || isInCondition([...place.nodePath, keyword]))
    return [change("other", formatField(place), `the order of ${keyword} changed.`)];
  return listMoved(was as string[], is as string[]).map(({ name, after }) =>
    change(
      "form",
      formatField(place, name),
      after === undefined ? "is now the first field." : `was moved: it now follows \`${after}\`.`,
    ),
  );
}

/** The YAML attribute of a field without its own also depends on the request name and on x-hide. */
function listYamlChanges(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  if (!getYamlConstants(before) || !getYamlConstants(after)) return [];
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const old = before.properties[name];
    const [was, is] = [old && getYamlKey(old), getYamlKey(field)];
    const isOwn = toYamlEntries(old?.["x-yaml"])["key"] !== toYamlEntries(field["x-yaml"])["key"];
    if (!old || isOwn || was === is) return [];
    return [change("yaml", name, `the YAML attribute: ${formatValue(was)} is now ${formatValue(is)}.`)];
  });
}

function listSectionMoves(before: EntitySchema, after: EntitySchema): SchemaChange[] {
  return listMoved(listSectionTitles(before), listSectionTitles(after)).map(({ name, after: previous }) => {
    const position = previous === undefined ? "is now the first" : `now follows “${previous}”`;
    return change("form", undefined, `the section “${name}” ${position}.`);
  });
}
