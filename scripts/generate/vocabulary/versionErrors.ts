import {
  getSchemaVersion,
  getYamlConstants,
  getYamlKey,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import type { Conversion } from "../../../src/contract/schema/convertValue.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { listSources } from "../../../src/contract/schema/migrateToCurrentSchema.ts";
import { findConversionErrors } from "./conversionErrors.ts";
import {
  describeLostPart,
  findLostParts,
  findReleasedField,
  findUndeclaredRemovals,
  findUndeclaredYamlNames,
} from "../../schema-diff/neededMigrations.ts";
import {
  listSchemaNodes,
  compileFieldValidator,
  errorAtName,
  errorAtValue,
  isInCondition,
  type SchemaNode,
  type SchemaError,
} from "./schemaError.ts";

/** Reports x-changes entries with a wrong version, on the wrong node, with invalid values, or that would lose values. */
export function findVersionErrors(schema: EntitySchema): SchemaError[] {
  return [
    ...listSchemaNodes(schema).flatMap((schemaNode) => [
      ...findFutureChanges(schemaNode, getSchemaVersion(schema)),
      ...findMisplacedChanges(schemaNode),
      ...findInvalidReplacements(schemaNode),
      ...findInvalidSince(schemaNode),
    ]),
    ...listObjectNodes(schema).flatMap((schemaNode) => [
      ...findConversionErrors(schemaNode),
      ...findLostFields(schemaNode),
    ]),
  ];
}

/** The schema, and the groups of fields in it. */
const listObjectNodes = (schema: EntitySchema): SchemaNode[] =>
  listSchemaNodes(schema).filter(({ path, node }) => node.properties && !isInCondition(path));

/** The schema's version must be raised together with a change. */
function findFutureChanges({ path, node }: SchemaNode, currentVersion: number): SchemaError[] {
  const { since, ...changes } = node["x-changes"] ?? {};
  const at = [...path, "x-changes"];
  const lists = (["renamed", "replaced", "removed", "converted"] as const).flatMap((keyword) =>
    (changes[keyword] ?? []).map(({ version }, index) => ({
      // These entries give the last version before the change.
      version: version + 1,
      path: [...at, keyword, String(index), "version"],
    })),
  );
  const all = since ? [...lists, { version: since.version, path: [...at, "since", "version"] }] : lists;
  return all
    .filter(({ version }) => version > currentVersion)
    .map((change): SchemaError =>
      errorAtValue(
        change.path,
        `This change belongs to schema version ${change.version}, but the schema's version is ${currentVersion}: set the version in its x-changes to ${change.version}.`,
      ),
    );
}

function findMisplacedChanges({ path, node }: SchemaNode): SchemaError[] {
  const changes = node["x-changes"] ?? {};
  const at = (keyword: string) => [...path, "x-changes", keyword];
  const isField = path.at(-2) === "properties" && !isInCondition(path);
  const isWhole = path.length === 0;
  return [
    ...(["since", "renamed", "converted"] as const)
      .filter((keyword) => !isField && changes[keyword] !== undefined)
      .map((keyword) =>
        errorAtName(at(keyword), `"${keyword}" works only on the fields of a schema or a group.`),
      ),
    ...(changes.removed && !node.properties
      ? [errorAtName(at("removed"), '"removed" works only on a schema, or on a group of fields.')]
      : []),
    ...(changes.version !== undefined && !isWhole
      ? [errorAtName(at("version"), '"version" works only on a schema: its changes use the same versions.')]
      : []),
    ...(path.length > 2 && changes.renamed?.some(({ yaml }) => yaml !== undefined)
      ? [errorAtName(at("renamed"), 'A part has the same name in metadata files: remove "yaml".')]
      : []),
  ];
}

const formatValidValues = (node: FieldSchema) => {
  const choices = listSchemaOptions(node);
  return choices.length > 0 ? ` Valid values: ${choices.map(({ value }) => String(value)).join(", ")}.` : "";
};

function findInvalidReplacements({ path, node }: SchemaNode): SchemaError[] {
  const replacements = node["x-changes"]?.replaced;
  if (!replacements) return [];
  const isValidValue = compileFieldValidator(node);
  return replacements.flatMap(({ from, to }, index) => {
    const at = [...path, "x-changes", "replaced", String(index)];
    // The replacement may itself have been replaced later.
    const isReplaced = replacements.some((other, otherIndex) => otherIndex !== index && other.from === to);
    const errors: SchemaError[] =
      isValidValue(to) || isReplaced
        ? []
        : [
            errorAtValue(
              [...at, "to"],
              `The replacement ${JSON.stringify(to)} is not valid for this field.${formatValidValues(node)}`,
            ),
          ];
    const isStillChoice = !node.items && listSchemaOptions(node).some(({ value }) => value === from);
    if (typeof from === "object" && from !== null)
      errors.push(errorAtValue([...at, "from"], "Only single values can be replaced: move this into items."));
    return isStillChoice
      ? [
          ...errors,
          errorAtValue(
            [...at, "from"],
            `${JSON.stringify(from)} is still a choice: remove it, or mark it as deprecated.`,
          ),
        ]
      : errors;
  });
}

function findInvalidSince({ path, node }: SchemaNode): SchemaError[] {
  const value = node["x-changes"]?.since?.value;
  if (value === undefined || compileFieldValidator(node)(value)) return [];
  const message = `The "since" value ${JSON.stringify(value)} is not valid for this field.${formatValidValues(node)}`;
  return [errorAtValue([...path, "x-changes", "since", "value"], message)];
}

/** Reports renames and removals after which a stored value would have no field of its own. */
function findLostFields({ path: base, node: group }: SchemaNode): SchemaError[] {
  const names = Object.entries(group.properties ?? {}).flatMap(([field, node]) =>
    (node["x-changes"]?.renamed ?? []).flatMap(({ version, name }, index) =>
      name === undefined
        ? []
        : [
            {
              field,
              version,
              name,
              path: [...base, "properties", field, "x-changes", "renamed", String(index)],
            },
          ],
    ),
  );
  const renamed = names.flatMap((one, index): SchemaError[] => {
    const others = names.slice(0, index).filter(({ version }) => version === one.version);
    const split = others.find(({ name }) => name === one.name);
    const merged = others.find(({ field }) => field === one.field);
    return [
      ...(split
        ? [
            errorAtValue(
              one.path,
              `"${one.name}" cannot be renamed to both "${split.field}" and "${one.field}": rename it to one of them, and give the other a "since" in its x-changes.`,
            ),
          ]
        : []),
      ...(merged
        ? [
            errorAtValue(
              one.path,
              `"${merged.name}" and "${one.name}" cannot both be renamed to "${one.field}": one of the two values would be lost. Rename one, and keep the other or list it as "removed".`,
            ),
          ]
        : []),
      ...findReusedName(group, one.name, one.version, one.path),
    ];
  });
  const removed = (group["x-changes"]?.removed ?? []).flatMap(({ name, version }, index) =>
    findReusedName(group, name, version, [...base, "x-changes", "removed", String(index), "name"]),
  );
  return [...renamed, ...removed];
}

/** A new field may reuse the name of an old one if it gives the version it was added in. */
function findReusedName(group: FieldSchema, name: string, version: number, path: string[]): SchemaError[] {
  const current = group.properties?.[name];
  const { since, renamed } = current?.["x-changes"] ?? {};
  const isNew = since !== undefined && since.version > version;
  const isRenamed = renamed?.some((change) => change.version >= version && change.name);
  if (!current || isNew || isRenamed) return [];
  return [
    errorAtValue(
      path,
      `"${name}" is a current field, and its stored values would be lost: remove this entry, or add "x-changes": {"since": {"version": ${version + 1}}} to that field.`,
    ),
  ];
}

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
  const kept = Object.keys(after.properties).map((name) => findReleasedField(name, before, after, version));
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
  return Object.entries(after.properties ?? {}).flatMap(([name, field]) => {
    const at = [...path, "properties", name];
    const old = findReleasedField(name, before, after, version);
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
