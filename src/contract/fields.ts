import { schemas } from "./generated/schemas.ts";

export type Bag = Record<string, unknown>;

/** The two server names of a field and how its value travels. */
export interface Wire {
  read?: string | string[];
  write?: string | string[];
  /** The name a save is read back from, where the field itself is not sent. */
  accept?: string;
  codec?: string;
}

/** The list a field's values are chosen from. */
export interface Options {
  source: string;
  /** The field that narrows the list, and the key of its entries that names that field's value. */
  filterBy?: string;
  filterKey?: string;
  groupBy?: string;
  open?: true;
}

export type Yaml = false | string | { key: string; label?: string; with?: Bag; form?: string };

/** A node of a schema: JSON Schema's keywords that generic code reads, and our vocabulary. */
export interface FieldSchema {
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: FieldSchema;
  const?: unknown;
  oneOf?: FieldSchema[];
  contains?: FieldSchema;
  /** Of a choice: old records keep it, and new ones are not offered it. */
  deprecated?: boolean;
  readOnly?: boolean;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  allOf?: FieldSchema[];
  if?: FieldSchema;
  then?: FieldSchema;
  else?: FieldSchema;
  default?: unknown;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  "x-section"?: string;
  "x-widget"?: string;
  "x-options"?: Options;
  "x-clears"?: string[];
  "x-starts-with"?: string;
  "x-wire"?: Wire;
  "x-role"?: string;
  "x-messages"?: Record<string, string>;
  "x-rules"?: string[];
  "x-equals"?: string;
  "x-derived"?: { from: string; by: string };
  "x-from-model"?: string;
  "x-list"?: boolean;
  "x-detail"?: boolean;
  "x-history"?: boolean;
  "x-yaml"?: Yaml;
  "x-unit"?: string;
  "x-example"?: unknown;
  "x-counterexample"?: Record<string, unknown>;
  "x-renamed-from"?: { version: number; name?: string; yaml?: string }[];
  "x-replaced-values"?: { version: number; from: unknown; to: unknown }[];
  "x-since"?: { version: number; value?: unknown };
}

/** The schema of one entity. */
export interface EntitySchema extends FieldSchema {
  $id: string;
  title: string;
  properties: Record<string, FieldSchema>;
  "x-version"?: number;
  "x-removed"?: { version: number; name: string }[];
  "x-sections"?: string[];
  "x-wire-constants"?: Bag;
  "x-wire-once"?: string[];
  "x-yaml-constants"?: Bag;
}

export type SchemaName = keyof typeof schemas;

export const schemaOf = (name: SchemaName): EntitySchema => schemas[name] as unknown as EntitySchema;

/** The version stamped on documents written under a schema. */
export const versionOf = (schema: EntitySchema): number => schema["x-version"] ?? 1;

/** The one field of a schema that plays a role. Code finds fields this way, never by name. */
export function fieldWithRole(schema: EntitySchema, role: string): string {
  const found = Object.entries(schema.properties).find(([, field]) => field["x-role"] === role);
  if (!found) throw new Error(`The schema "${schema.$id}" has no field with the role "${role}"`);
  return found[0];
}

/** The value of the field with a role, as text; empty when it has none. */
export function textOf(schema: EntitySchema, document: Bag, role: string): string {
  const value = document[fieldWithRole(schema, role)];
  return value === undefined || value === null ? "" : String(value);
}

/** The value of the field with a role, as a list of texts. */
export function listOf(schema: EntitySchema, document: Bag, role: string): string[] {
  const value = document[fieldWithRole(schema, role)];
  return Array.isArray(value) ? value.map(String) : [];
}
