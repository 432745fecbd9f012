import { isJsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";

/** "riverMile" -> "river_mile". */
export const toSnakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** Codecs name the parts of their fields themselves. Schemas without versions keep the names that services read already. */
export const hasNamedParts = (schema: EntitySchema, { "x-wire": wire }: FieldSchema): boolean =>
  schema["x-changes"]?.version !== undefined && wire?.codec === undefined;

/** Parts of groups are sent under their names in snake case. */
export function encodeParts(node: FieldSchema, value: unknown): unknown {
  const { items, properties } = node;
  if (Array.isArray(value)) return items ? value.map((entry) => encodeParts(items, entry)) : value;
  if (!isJsonObject(value) || !properties) return value;
  const { sentNames } = getPartNames(node);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const sent = sentNames.get(name);
      return sent === undefined ? [name, part] : [sent, encodeParts(properties[name]!, part)];
    }),
  );
}

/** Also accepts the schema's own names. */
export function decodeParts(node: FieldSchema, value: unknown): unknown {
  const { items, properties } = node;
  if (Array.isArray(value)) return items ? value.map((entry) => decodeParts(items, entry)) : value;
  if (!isJsonObject(value) || !properties) return value;
  const { ownNames } = getPartNames(node);
  return Object.fromEntries(
    Object.entries(value).map(([sent, part]) => {
      const name = properties[sent] ? sent : (ownNames.get(sent) ?? sent);
      return [name, properties[name] ? decodeParts(properties[name], part) : part];
    }),
  );
}

interface PartNames {
  /** By own name. */
  sentNames: Map<string, string>;
  /** By sent name. */
  ownNames: Map<string, string>;
}

/** Cached per group: some lists have ten thousand rows. */
const partNamesByGroup = new WeakMap<FieldSchema, PartNames>();

function getPartNames(group: FieldSchema): PartNames {
  const cached = partNamesByGroup.get(group);
  if (cached) return cached;
  const current = Object.keys(group.properties ?? {});
  const names = {
    sentNames: new Map(current.map((name) => [name, toSnakeCase(name)])),
    ownNames: new Map([...listEarlierNames(group), ...current].map((name) => [toSnakeCase(name), name])),
  };
  partNamesByGroup.set(group, names);
  return names;
}

/** Metadata files of earlier schema versions use them. */
const listEarlierNames = ({ properties = {}, "x-changes": changes }: FieldSchema): string[] => [
  ...(changes?.removed ?? []).map(({ name }) => name),
  ...Object.values(properties).flatMap((part) =>
    (part["x-changes"]?.renamed ?? []).flatMap(({ name }) => name ?? []),
  ),
];
