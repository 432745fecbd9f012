import type { Side } from "../../contract/codecs.ts";
import {
  schemaOf,
  type Bag,
  type EntitySchema,
  type FieldSchema,
  type SchemaName,
} from "../../contract/fields.ts";
import { ruleWords } from "../../contract/ruleWords.ts";
import { rulesOf } from "../../contract/schemaRules.ts";

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const PAIRS = { type: "array", items: { type: "array", items: TEXT, minItems: 2, maxItems: 2 } };

/** What a value looks like on its way, by the codec that its field names. */
const shapes: Record<string, { read: Bag; write: Bag }> = {
  commaList: { read: TEXTS, write: { ...TEXT, description: "Entries joined by commas." } },
  date: { read: { ...TEXT, format: "date" }, write: { ...TEXT, format: "date" } },
  datePairs: { read: PAIRS, write: PAIRS },
  contactPairs: {
    read: PAIRS,
    write: { ...TEXT, description: "Pairs of contact id and role id, such as {12,1},{40,9}." },
  },
  region: { read: TEXT, write: TEXT },
  agency: { read: TEXT, write: TEXT },
  software: { read: TEXT, write: TEXT },
};

/**
 * A schema under the server's names: what an answer carries ("read") or a call's body ("write").
 *
 * @param isChange leaves out what only the adding of an entity sends
 */
export function wireSchema(name: SchemaName, side: Side, isChange = false): Bag {
  const schema = schemaOf(name);
  const properties: Bag = {};
  const required: string[] = [];
  for (const [field, node] of Object.entries(schema.properties)) {
    for (const wireName of wireNames(node, side)) {
      const shape = shapeOf(node, side);
      properties[wireName] = { title: node.title, ...shape, ...describedBy(schema, field, shape) };
      if (schema.required?.includes(field)) required.push(wireName);
    }
  }
  for (const [wireName, value] of Object.entries(side === "write" ? (schema["x-wire-constants"] ?? {}) : {}))
    properties[wireName] = { ...TEXT, description: `Always ${JSON.stringify(value)}.` };
  const left = (wireName: string) => !isChange || !schema["x-wire-once"]?.includes(wireName);
  if (side === "write") required.push(...acceptedNames(schema));
  return {
    type: "object",
    description: schema.description,
    properties: Object.fromEntries(Object.entries(properties).filter(([wireName]) => left(wireName))),
    ...(required.length > 0 && { required: [...new Set(required)].filter(left) }),
  };
}

/** A required field that is not sent itself is read back from another name, which is then the required one. */
const acceptedNames = ({ properties, required = [] }: EntitySchema): string[] =>
  required.flatMap((field) => properties[field]?.["x-wire"]?.accept ?? []);

function wireNames({ "x-wire": wire }: FieldSchema, side: Side): string[] {
  const names = side === "read" ? [wire?.read].flat().slice(0, 1) : [wire?.write].flat();
  return names.filter((name) => name !== undefined);
}

/** The field's help text, what its shape says of itself, and when it is required, if not always. */
function describedBy(schema: EntitySchema, name: string, shape: Bag): Bag {
  const needs = rulesOf(schema).filter(
    ({ keyword, place, value, when }) =>
      keyword === "required" && place.length === 0 && value === name && when,
  );
  const required = needs.map((rule) => `${ruleWords(rule, schema).replace(/^has [^,]*,/, "Required")}.`);
  const parts = [schema.properties[name]?.description, shape["description"], ...required].filter(Boolean);
  return parts.length > 0 ? { description: parts.join(" ") } : {};
}

function shapeOf(node: FieldSchema, side: Side): Bag {
  const codec = node["x-wire"]?.codec;
  const shape = codec === undefined ? plainShape(node) : shapes[codec]?.[side];
  if (!shape) throw new Error(`The codec "${codec}" has no shape for the documentation`);
  return { ...shape, ...(codec === undefined && ownRules(node)) };
}

/** A value that may be missing has a list of types in the schema, and in the documentation too. */
function plainShape({ type, items }: FieldSchema): Bag {
  return { ...(type !== undefined && { type }), ...(items && { items: plainShape(items) }) };
}

const RULES = [
  ...["enum", "pattern", "minLength", "maxLength", "format"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
];

const ownRules = (node: FieldSchema): Bag =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => RULES.includes(keyword)));
