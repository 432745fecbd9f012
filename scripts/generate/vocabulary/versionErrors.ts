import {
  getSchemaVersion,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { findConversionErrors } from "./conversionErrors.ts";
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
