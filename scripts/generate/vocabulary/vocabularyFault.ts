import { Ajv } from "ajv";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";

/** A mistake in a schema: the steps to it, whether the name or the value there is wrong, and what to do. */
export interface VocabularyFault {
  path: string[];
  at: "name" | "value";
  message: string;
}

export const wrongName = (path: string[], message: string): VocabularyFault => ({
  path,
  at: "name",
  message,
});
export const wrongValue = (path: string[], message: string): VocabularyFault => ({
  path,
  at: "value",
  message,
});

/** Whether a field takes a value; of a text that says a day or an address, any. */
export const takes = (field: FieldSchema) =>
  new Ajv({ strict: false, validateFormats: false }).compile(field);

/** Below these a node speaks of the object around it. */
export const CONDITIONS = ["if", "then", "else"];

/** One node of a schema and the steps to it. */
export interface SchemaNode {
  path: string[];
  node: FieldSchema & Record<string, unknown>;
}

const SINGLE = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const NAMED = ["properties", "definitions"];
const LISTS = ["allOf", "anyOf", "oneOf"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every node of a schema, the schema itself first. */
export function schemaNodes(schema: FieldSchema): SchemaNode[] {
  return nodesAt([], schema);
}

function nodesAt(path: string[], node: unknown): SchemaNode[] {
  if (!isObject(node)) return [];
  return [
    { path, node },
    ...NAMED.flatMap((keyword) =>
      Object.entries(isObject(node[keyword]) ? node[keyword] : {}).flatMap(([name, child]) =>
        nodesAt([...path, keyword, name], child),
      ),
    ),
    ...SINGLE.flatMap((keyword) => nodesAt([...path, keyword], node[keyword])),
    ...LISTS.flatMap((keyword) =>
      Array.isArray(node[keyword])
        ? node[keyword].flatMap((child, index) => nodesAt([...path, keyword, String(index)], child))
        : [],
    ),
  ];
}
