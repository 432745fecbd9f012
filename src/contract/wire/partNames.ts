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
export function encodeParts({ items, properties }: FieldSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((entry) => encodeParts(items, entry)) : value;
  if (!isJsonObject(value) || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) =>
      properties[name] ? [toSnakeCase(name), encodeParts(properties[name], part)] : [name, part],
    ),
  );
}

/** Also accepts the schema's own names. */
export function decodeParts(node: FieldSchema, value: unknown): unknown {
  const { items, properties } = node;
  if (Array.isArray(value)) return items ? value.map((entry) => decodeParts(items, entry)) : value;
  if (!isJsonObject(value) || !properties) return value;
  const known = [...listEarlierNames(node), ...Object.keys(properties)];
  const names = new Map(known.map((name) => [toSnakeCase(name), name]));
  return Object.fromEntries(
    Object.entries(value).map(([sent, part]) => {
      const name = properties[sent] ? sent : (names.get(sent) ?? sent);
      return [name, properties[name] ? decodeParts(properties[name], part) : part];
    }),
  );
}

/** Metadata files of earlier schema versions use them. */
const listEarlierNames = ({ properties = {}, "x-changes": changes }: FieldSchema): string[] => [
  ...(changes?.removed ?? []).map(({ name }) => name),
  ...Object.values(properties).flatMap((part) =>
    (part["x-changes"]?.renamed ?? []).flatMap(({ name }) => name ?? []),
  ),
];
