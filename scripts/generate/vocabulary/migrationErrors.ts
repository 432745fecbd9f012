import {
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import type { Conversion } from "../../../src/contract/schema/convertValue.ts";
import { listSources } from "../../../src/contract/schema/migrateToCurrentSchema.ts";
import {
  describeLostPart,
  findUndeclaredRemovals,
  findUndeclaredYamlNames,
} from "../../schema-diff/neededMigrations.ts";
import { findLostParts, pairWithReleased } from "../../schema-diff/releasedFields.ts";
import { errorAtName, errorAtValue, type SchemaError } from "./schemaError.ts";

/**
 * Reports changes that stored records and metadata files do not survive and that x-changes does not declare: removed
 * fields and parts, renamed YAML attributes, changed types.
 *
 * @param before the schema of the newest release
 */
export function findMigrationErrors(before: EntitySchema, after: EntitySchema): SchemaError[] {
  if (before["x-changes"]?.version === undefined) return [];
  const version = getSchemaVersion(before);
  const undeclared = [
    ...findUndeclaredRemovals(before, after, version),
    ...findUndeclaredYamlNames(before, after, version),
  ];
  return [
    ...undeclared.map(({ message }): SchemaError => errorAtName(["properties"], message)),
    ...((after["x-changes"]?.version ?? 0) < version
      ? [
          errorAtValue(
            ["x-changes", "version"],
            `Stored documents have version ${version}: the version cannot be lowered or removed.`,
          ),
        ]
      : []),
    ...findUnreadAttributes(before, after, version),
    ...findTypeChanges(before, after, version),
  ];
}

/** Reports conversions of removed fields that older metadata files would lose. */
function findUnreadAttributes(before: EntitySchema, after: EntitySchema, version: number): SchemaError[] {
  if (!getYamlConstants(before)) return [];
  const kept = pairWithReleased(before, after, version).map(({ old }) => old);
  return Object.entries(after.properties).flatMap(([name, field]) =>
    (field["x-changes"]?.converted ?? []).flatMap((conversion, index) => {
      const keys = [conversion.yaml ?? []].flat();
      return listSources(name, conversion).flatMap((source, position): SchemaError[] => {
        const released = before.properties[source];
        const key = released && getYamlKey(released);
        const isRead = kept.includes(released) || keys[position] === key;
        if (conversion.version < version || key === undefined || isRead) return [];
        return [
          errorAtValue(
            ["properties", name, "x-changes", "converted", String(index)],
            `Existing metadata files use the attribute "${key}" for "${source}": add it to "yaml" of this conversion.`,
          ),
        ];
      });
    }),
  );
}

/** Of the fields of a schema, and of the parts of its groups. */
function findTypeChanges(
  before: FieldSchema,
  after: FieldSchema,
  version: number,
  path: string[] = [],
): SchemaError[] {
  return pairWithReleased(before, after, version).flatMap(({ name, field, old }) => {
    const at = [...path, "properties", name];
    const conversions = (field["x-changes"]?.converted ?? []).filter((one) => one.version >= version);
    const isConverted = conversions.some((conversion) => hasOwnValue(name, field, conversion));
    const lost = conversions.flatMap((conversion) => [
      ...(old && !hasOwnValue(name, field, conversion) ? [describeReplaced(name)] : []),
      ...listSources(name, conversion).flatMap((source) =>
        describeUnconvertible(source, before.properties?.[source], field, conversion),
      ),
    ]);
    return [
      ...lost.map((message) => errorAtName([...at, "x-changes", "converted"], message)),
      ...(old && !isConverted
        ? (findTypeChange(at, old, field) ?? findPartChanges(at, old, field, version))
        : []),
    ];
  });
}

/** Whether a conversion uses the field's own stored value, perhaps under an earlier name. */
function hasOwnValue(name: string, { "x-changes": changes }: FieldSchema, conversion: Conversion): boolean {
  const names = [name, ...(changes?.renamed ?? []).map((change) => change.name)];
  return listSources(name, conversion).some((source) => names.includes(source));
}

const describeReplaced = (name: string) =>
  `"${name}" has stored values, which this conversion would replace: convert to a new field, or join both fields.`;

/** @param released the source in the released schema */
function describeUnconvertible(
  source: string,
  released: FieldSchema | undefined,
  field: FieldSchema,
  { by }: Conversion,
): string[] {
  if (!released || by === "list") return [];
  const isList = (node: FieldSchema) => [node.type].flat().includes("array");
  if (released.properties ?? released.items?.properties)
    return [`"${by}" cannot convert "${source}": its values are groups of fields.`];
  return by === "map" && isList(released) !== isList(field)
    ? [`"map" makes a list only of a list, and a single value only of a single value.`]
    : [];
}

/** Undefined if the type is the same. */
function findTypeChange(path: string[], old: FieldSchema, current: FieldSchema): SchemaError[] | undefined {
  const [was, is] = [describeType(old), describeType(current)];
  if (was === is) return undefined;
  const owner = path.length === 2 ? "the schema's" : "the group's";
  const message = `"${path.at(-1)}" was ${was} and is now ${is}: stored values would become invalid. Add "converted" to its x-changes. Or add a new field for the new type, and list this one as "removed" in ${owner} x-changes.`;
  return [errorAtValue([...path, "type"], message)];
}

/** Parts of a group, or of the entries of a list. */
function findPartChanges(
  path: string[],
  old: FieldSchema,
  current: FieldSchema,
  version: number,
): SchemaError[] {
  const entries =
    old.items && current.items ? findPartChanges([...path, "items"], old.items, current.items, version) : [];
  return [
    ...findLostParts(old, current, version).map((part) =>
      errorAtName(path, describeLostPart(path[1]!, part, version)),
    ),
    ...findTypeChanges(old, current, version, path),
    ...entries,
  ];
}

/** Ignores null and the difference between numbers and whole numbers. */
function describeType({ type, items }: FieldSchema): string {
  const [kind = "any"] = [type].flat().filter((name) => name !== "null");
  if (kind === "array" && items?.type !== undefined) {
    const [itemKind = "any"] = [items.type].flat();
    return LIST_NAMES[itemKind] ?? "a list of lists";
  }
  return TYPE_NAMES[kind] ?? kind;
}

const TYPE_NAMES: Record<string, string> = {
  string: "a text",
  number: "a number",
  integer: "a number",
  boolean: "yes or no",
  object: "a group of fields",
  array: "a list",
  any: "any value",
};

const LIST_NAMES: Record<string, string> = {
  string: "a list of texts",
  number: "a list of numbers",
  integer: "a list of numbers",
  boolean: "a list of yes or no",
  object: "a list of groups of fields",
};
