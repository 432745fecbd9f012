import { isDeepStrictEqual } from "node:util";
import { codecFor, type Side } from "../../contract/wire/codecs.ts";
import { accessWords } from "../../contract/schema/access.ts";
import { withDefaultLimits } from "../../contract/schema/defaultLimits.ts";
import {
  examplesOf,
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
  type SchemaName,
} from "../../contract/schema/fields.ts";
import { NO_REFERENCES, type References } from "../../contract/schema/references.ts";
import { ruleWords } from "../../contract/rules/ruleWords.ts";
import { rulesOf } from "../../contract/schema/schemaRules.ts";
import { encode, namesRead } from "../../contract/wire/wire.ts";

/** A JSON Schema object that calls refer to by name, with an example. */
export interface Component {
  type: "object";
  description?: string | undefined;
  properties: Record<string, JsonObject>;
  required: string[];
  additionalProperties: boolean;
  example: JsonObject;
}

/** One or more entities as one object under the server's names: what an answer carries, or the body of a call. */
export function wireComponent(names: SchemaName[], side: Side, references: References): Component {
  const parts = names.map((name) => partOf(schemaOf(name), side, references));
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

function partOf(schema: EntitySchema, side: Side, references: References): Component {
  const properties: Component["properties"] = {};
  for (const [field, node] of Object.entries(schema.properties))
    for (const name of wireNames(node, side)) properties[name] = described(schema, field, side, references);
  if (side === "write")
    for (const [name, value] of Object.entries(schema["x-wire"]?.constants ?? {}))
      properties[name] = { type: "string", description: `Always ${JSON.stringify(value)}.` };
  return {
    type: "object",
    description: schema.description,
    properties,
    required: side === "read" ? namesForAll(schema) : requiredNames(schema, side),
    additionalProperties: false,
    example: encode(schema, examplesOf(schema), side, references),
  };
}

/** Every answer has every name, but for what not everybody reads. */
const namesForAll = ({ properties }: EntitySchema): string[] =>
  Object.values(properties).flatMap((field) => (field["x-access"]?.read ? [] : wireNames(field, "read")));

function requiredNames({ properties, required = [] }: EntitySchema, side: Side): string[] {
  const names = required.flatMap((field) => namesRead(properties[field] ?? {}, side).slice(0, 1));
  return [...new Set(names)];
}

function wireNames({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  const names = side === "read" ? [wire?.read].flat().slice(0, 1) : [wire?.write].flat();
  return names.filter((name) => name !== undefined);
}

/**
 * A field's value as it travels: its help text, what stands for it when there is none, and its rules where its codec
 * leaves it as it is, which the example shows.
 */
function described(schema: EntitySchema, field: string, side: Side, references: References): JsonObject {
  const stated = schema.properties[field]!;
  const node = side === "write" ? withDefaultLimits(stated) : stated;
  const codec = codecFor(node["x-wire"]?.codec, node.type);
  const { description: form, ...shape } = codec.shape?.[side] ?? {};
  const rules = plainSchema(node);
  const example = node.examples?.[0];
  const isUnchanged = isDeepStrictEqual(codec.encode(example, side, references), example);
  const travels = isUnchanged ? { ...shape, ...rules } : codec.shape ? shape : rules;
  const access = node["x-access"] && `For some only: ${accessWords(node)}.`;
  const about = [node.description, form, ...conditionsOf(schema, field), access].filter(Boolean).join(" ");
  const isOptional = side === "write" || !schema.required?.includes(field);
  const value = isOptional ? orAbsent(travels, codec.encode(undefined, side, NO_REFERENCES)) : travels;
  const type = side === "write" ? withNull(value["type"]) : {};
  return { ...value, ...type, title: node.title, ...(about && { description: about }) };
}

/** A caller may send null for nothing. What has no type takes anything. */
const withNull = (type: unknown) => (type === undefined ? {} : { type: [...new Set([type, "null"].flat())] });

/** A schema without our own words, at any depth. */
function plainSchema(node: unknown): JsonObject {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === "object" && value !== null ? plainSchema(value) : value;
  };
  const entries = Object.entries(node as JsonObject).filter(
    ([word]) => !word.startsWith("x-") && word !== "default",
  );
  return Object.fromEntries(entries.map(([word, value]) => [word, plain(value)]));
}

/** Nothing travels as empty text, as an empty list or as null: then no rule of the value is asked. */
function orAbsent(schema: JsonObject, absent: unknown): JsonObject {
  const { type, enum: choices } = schema;
  if (absent === null)
    return { ...schema, ...withNull(type), ...(Array.isArray(choices) && { enum: [...choices, null] }) };
  if (Array.isArray(absent)) return without(["minItems"], schema);
  const rules = ["enum", "oneOf", "pattern", "format", "minLength"].filter((word) => word in schema);
  if (rules.length === 0) return schema;
  const ruled = Object.fromEntries(rules.map((word) => [word, schema[word]]));
  return { ...without(rules, schema), anyOf: [ruled, { const: "" }] };
}

const without = (words: string[], schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)));

/** When a field is required, if not always. */
function conditionsOf(schema: EntitySchema, field: string): string[] {
  return rulesOf(schema)
    .filter(
      ({ keyword, place, value, when }) =>
        keyword === "required" && place.length === 0 && value === field && when,
    )
    .map((rule) => `${ruleWords(rule, schema).replace(/^has [^,]*,/, "Required")}.`);
}

const RULES = new Set([
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

/** A schema without its examples, which are for people. */
export function withoutExamples(schema: JsonObject): JsonObject {
  const rest = without(["example"], schema);
  const inner = (bag: unknown) => withoutExamples(bag as JsonObject);
  return {
    ...rest,
    ...(rest["properties"]
      ? { properties: mapped(rest["properties"] as Record<string, JsonObject>, inner) }
      : {}),
    ...(rest["items"] ? { items: inner(rest["items"]) } : {}),
  };
}

/**
 * The names and types of a schema without its rules. Bodies are checked for these first; their rules are checked by
 * the portal's own check, in the schemas' words, and answers were checked when they were saved.
 */
export function structureOf(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties, ...rest } = schema;
  const words = Object.entries(rest).filter(([word]) => !RULES.has(word));
  return {
    ...Object.fromEntries(words),
    ...(properties ? { properties: mapped(properties as Record<string, JsonObject>, structureOf) } : {}),
    ...(items ? { items: structureOf(items as JsonObject) } : {}),
    // What a schema does not name is answered whole.
    ...(properties ? { additionalProperties: additionalProperties ?? true } : openObject(schema)),
  };
}

const openObject = ({ type }: JsonObject): JsonObject =>
  [type].flat().includes("object") ? { additionalProperties: true } : {};

const mapped = (bags: Record<string, JsonObject>, change: (bag: JsonObject) => JsonObject) =>
  Object.fromEntries(Object.entries(bags).map(([name, bag]) => [name, change(bag)]));
