import { isDeepStrictEqual } from "node:util";
import { getCodec, type Side } from "../../contract/wire/codecs.ts";
import { describeAccess } from "../../contract/schema/access.ts";
import { addDefaultLimits } from "../../contract/schema/defaultLimits.ts";
import type { JsonObject } from "../../contract/json.ts";
import {
  buildExampleEntity,
  getSchema,
  type EntitySchema,
  type FieldSchema,
  type SchemaName,
} from "../../contract/schema/fields.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import { describeRule } from "../../contract/rules/describeRule.ts";
import { listSchemaRules } from "../../contract/schema/schemaRules.ts";
import { encodeParts, hasNamedParts, toSnakeCase } from "../../contract/wire/partNames.ts";
import { encode, listReadNames } from "../../contract/wire/wire.ts";

export interface Component {
  type: "object";
  description?: string | undefined;
  properties: Record<string, JsonObject>;
  required: string[];
  additionalProperties: boolean;
  example: JsonObject;
}

/** Merges one or more entities into one object schema with the server's read or write names. */
export function buildWireComponent(names: SchemaName[], side: Side, references: References): Component {
  const parts = names.map((name) => buildEntityComponent(getSchema(name), side, references));
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Component["properties"];
  return {
    type: "object",
    description: parts[0]?.description,
    properties,
    required: parts.flatMap(({ required }) => required),
    additionalProperties: false,
    example: Object.assign({}, ...parts.map(({ example }) => example)) as JsonObject,
  };
}

export function buildEntityComponent(schema: EntitySchema, side: Side, references: References): Component {
  const properties: Component["properties"] = {};
  for (const [field, node] of Object.entries(schema.properties))
    for (const name of getWireFieldNames(node, side))
      properties[name] = buildFieldSchema(schema, field, side, references);
  if (side === "write")
    for (const [name, value] of Object.entries(schema["x-wire"]?.constants ?? {}))
      properties[name] = { type: "string", description: `Always ${JSON.stringify(value)}.` };
  return {
    type: "object",
    description: schema.description,
    properties,
    required: side === "read" ? listUnrestrictedReadNames(schema) : listRequiredNames(schema, side),
    additionalProperties: false,
    example: encode(schema, buildExampleEntity(schema), side, references),
  };
}

/** Responses contain every field except those hidden from some users. */
const listUnrestrictedReadNames = ({ properties }: EntitySchema): string[] =>
  Object.values(properties).flatMap((field) =>
    field["x-access"]?.read ? [] : getWireFieldNames(field, "read"),
  );

function listRequiredNames({ properties, required = [] }: EntitySchema, side: Side): string[] {
  const names = required.flatMap((field) => listReadNames(properties[field] ?? {}, side).slice(0, 1));
  return [...new Set(names)];
}

function getWireFieldNames({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  const names = side === "read" ? [wire?.read].flat().slice(0, 1) : [wire?.write].flat();
  return names.filter((name) => name !== undefined);
}

/** Contains the field's rules only if its codec does not change the value, which is tested with the example. */
function buildFieldSchema(
  schema: EntitySchema,
  field: string,
  side: Side,
  references: References,
): JsonObject {
  const property = schema.properties[field]!;
  const node = side === "write" ? addDefaultLimits(property) : property;
  const codec = getCodec(node["x-wire"]?.codec, node.type);
  const { description: formatDescription, ...shape } = codec.wireSchema?.[side] ?? {};
  const rules = withoutCustomKeywords(hasNamedParts(schema, node) ? renameParts(node) : node);
  const example = node.examples?.[0];
  const isUnchanged = isDeepStrictEqual(codec.encode(example, side, references), example);
  const encoded = isUnchanged ? { ...shape, ...rules } : codec.wireSchema ? shape : rules;
  const access = node["x-access"] && `Access: ${describeAccess(node)}.`;
  const description = [
    describeWithUnit(node),
    formatDescription,
    ...describeRequiredConditions(schema, field),
    access,
  ]
    .filter(Boolean)
    .join(" ");
  const isOptional = side === "write" || !schema.required?.includes(field);
  const value = isOptional ? allowEmptyValue(encoded, codec.encode(undefined, side, NO_REFERENCES)) : encoded;
  const type = side === "write" ? allowNull(value["type"]) : {};
  return { ...value, ...type, title: node.title, ...(description && { description }) };
}

/** A schema without a type already allows null. */
const allowNull = (type: unknown) =>
  type === undefined ? {} : { type: [...new Set([type, "null"].flat())] };

function renameParts(node: FieldSchema): FieldSchema {
  const { properties, items, required, examples, allOf } = node;
  const conditions = CONDITION_KEYWORDS.flatMap((keyword) => {
    const part = node[keyword];
    return part ? [[keyword, renameParts(part)] as const] : [];
  });
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [
    toSnakeCase(name),
    renameParts(part),
  ]);
  return {
    ...node,
    ...Object.fromEntries(conditions),
    ...(properties && { properties: Object.fromEntries(parts) as Record<string, FieldSchema> }),
    ...(items && { items: renameParts(items) }),
    ...(required && { required: required.map(toSnakeCase) }),
    ...(allOf && { allOf: allOf.map(renameParts) }),
    ...(examples && { examples: examples.map((example) => encodeParts(node, example)) }),
  };
}

const CONDITION_KEYWORDS = ["if", "then", "else"] as const;

const describeWithUnit = ({ description, "x-unit": unit }: FieldSchema): string =>
  [description, unit && `Unit: ${unit}.`].filter(Boolean).join(" ");

/** Removes `x-` keywords and defaults recursively; a unit becomes part of the description. */
function withoutCustomKeywords(node: unknown): JsonObject {
  const toPlainValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toPlainValue);
    return typeof value === "object" && value !== null ? withoutCustomKeywords(value) : value;
  };
  const entries = Object.entries(node as JsonObject).filter(
    ([keyword, value]) =>
      !keyword.startsWith("x-") && keyword !== "default" && !isListOfDeprecated(keyword, value),
  );
  const isWithUnit = typeof (node as JsonObject)["x-unit"] === "string";
  return {
    ...Object.fromEntries(entries.map(([keyword, value]) => [keyword, toPlainValue(value)])),
    ...(isWithUnit && { description: describeWithUnit(node as FieldSchema) }),
  };
}

/** In OpenAPI, `deprecated` is true or false. */
const isListOfDeprecated = (keyword: string, value: unknown) =>
  keyword === "deprecated" && Array.isArray(value);

/** `empty` is the codec's encoding of a missing value: "", [] or null. */
function allowEmptyValue(schema: JsonObject, empty: unknown): JsonObject {
  const { type, enum: choices, oneOf: labelled } = schema;
  if (empty === null)
    return {
      ...schema,
      ...allowNull(type),
      ...(Array.isArray(choices) && { enum: [...(choices as unknown[]), null] }),
      ...(Array.isArray(labelled) && { oneOf: [...(labelled as unknown[]), { const: null }] }),
    };
  if (Array.isArray(empty)) return omitKeywords(["minItems"], schema);
  const rules = ["enum", "oneOf", "pattern", "format", "minLength"].filter((keyword) => keyword in schema);
  if (rules.length === 0) return schema;
  const ruled = Object.fromEntries(rules.map((keyword) => [keyword, schema[keyword]]));
  return { ...omitKeywords(rules, schema), anyOf: [ruled, { const: "" }] };
}

const omitKeywords = (keywords: string[], schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

function describeRequiredConditions(schema: EntitySchema, field: string): string[] {
  return listSchemaRules(schema)
    .filter(
      ({ keyword, valuePath, value, when }) =>
        keyword === "required" && valuePath.length === 0 && value === field && when,
    )
    .map((rule) => `${describeRule(rule, schema).replace(/^has [^,]*,/, "Required")}.`);
}

const RULE_KEYWORDS = new Set([
  ...[
    "enum",
    "const",
    "pattern",
    "minLength",
    "maxLength",
    "format",
    "required",
    "anyOf",
    "oneOf",
    "description",
    "title",
  ],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "example"],
]);

export function withoutExamples(schema: JsonObject): JsonObject {
  const rest = omitKeywords(["example"], schema);
  const convert = (inner: unknown) => withoutExamples(inner as JsonObject);
  return {
    ...rest,
    ...(rest["properties"]
      ? { properties: mapValues(rest["properties"] as Record<string, JsonObject>, convert) }
      : {}),
    ...(rest["items"] ? { items: convert(rest["items"]) } : {}),
  };
}

/**
 * Keeps names and types only. The rules of bodies are validated by parseBody, with the messages of the schemas; responses
 * were validated when they were saved.
 */
export function withoutRules(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties, ...rest } = schema;
  const keywords = Object.entries(rest).filter(([keyword]) => !RULE_KEYWORDS.has(keyword));
  return {
    ...Object.fromEntries(keywords),
    ...(properties ? { properties: mapValues(properties as Record<string, JsonObject>, withoutRules) } : {}),
    ...(items ? { items: withoutRules(items as JsonObject) } : {}),
    // Fastify would drop unnamed properties from a response.
    ...(properties ? { additionalProperties: additionalProperties ?? true } : allowAnyProperties(schema)),
  };
}

const allowAnyProperties = ({ type }: JsonObject): JsonObject =>
  [type].flat().includes("object") ? { additionalProperties: true } : {};

const mapValues = (bags: Record<string, JsonObject>, change: (bag: JsonObject) => JsonObject) =>
  Object.fromEntries(Object.entries(bags).map(([name, bag]) => [name, change(bag)]));
