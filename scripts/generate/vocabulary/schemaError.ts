import { isJsonObject } from "../../../src/contract/json.ts";
import { Ajv } from "ajv";
import { compileUnkept } from "../compileSchema.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";

export interface SchemaError {
  path: string[];
  /** Whether the position is that of the property's name or of its value. */
  at: "name" | "value";
  /** What is wrong and how to fix it. */
  message: string;
}

export const errorAtName = (path: string[], message: string): SchemaError => ({
  path,
  at: "name",
  message,
});
export const errorAtValue = (path: string[], message: string): SchemaError => ({
  path,
  at: "value",
  message,
});

/** One for all fields: it compiles the meta-schema. */
const ajv = new Ajv({ strict: false, validateFormats: false });

/** Formats such as dates are not checked. */
export const compileFieldValidator = (field: FieldSchema) => compileUnkept(ajv, field);

/** A node below one of these keywords describes the enclosing object. */
export const CONDITION_KEYWORDS = ["if", "then", "else"];

export const isInCondition = (path: string[]): boolean =>
  path.some((step, index) => CONDITION_KEYWORDS.includes(step) && path[index - 1] !== "properties");

export interface SchemaNode {
  path: string[];
  node: FieldSchema & Record<string, unknown>;
}

const SINGLE_SCHEMA_KEYWORDS = [
  "items",
  "additionalProperties",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "propertyNames",
];
const SCHEMA_MAP_KEYWORDS = ["properties", "definitions"];
const SCHEMA_LIST_KEYWORDS = ["allOf", "anyOf", "oneOf"];

/** The schema itself comes first. */
export function listSchemaNodes(schema: FieldSchema): SchemaNode[] {
  return listNodesBelow([], schema);
}

function listNodesBelow(path: string[], node: unknown): SchemaNode[] {
  if (!isJsonObject(node)) return [];
  return [
    { path, node },
    ...SCHEMA_MAP_KEYWORDS.flatMap((keyword) =>
      Object.entries(isJsonObject(node[keyword]) ? node[keyword] : {}).flatMap(([name, child]) =>
        listNodesBelow([...path, keyword, name], child),
      ),
    ),
    ...SINGLE_SCHEMA_KEYWORDS.flatMap((keyword) => listNodesBelow([...path, keyword], node[keyword])),
    ...SCHEMA_LIST_KEYWORDS.flatMap((keyword) =>
      Array.isArray(node[keyword])
        ? node[keyword].flatMap((child, index) => listNodesBelow([...path, keyword, String(index)], child))
        : [],
    ),
  ];
}
