import { schemas } from "../generated/schemas.ts";
import type { JsonObject } from "../json.ts";
import type { Conversion } from "./convertValue.ts";
import type { AccessRole } from "../generated/vocabulary.ts";

export interface WireKeyword {
  read?: string | string[];
  write?: string | string[];
  /** The name in a save from which the server derives a field that is not sent. */
  accept?: string;
  codec?: string;
  /** Only on a schema: constant names sent with every save. */
  constants?: JsonObject;
  /** Only on a schema: names sent only on create. */
  once?: string[];
}

export interface OptionsKeyword {
  source: string;
  /** The field that narrows the list, and the key of that field's value in the list entries. */
  filterBy?: string;
  filterKey?: string;
  groupBy?: string;
  /** A noun that users may add to a label, for example "County". */
  noun?: string;
  open?: true;
}

/** `x-yaml`: the attribute of a field; on a schema, the attributes of every file. */
type YamlKeyword =
  string | { key?: string; label?: string; with?: JsonObject; form?: string; constants?: JsonObject };

interface ChangesKeyword {
  version?: number;
  removed?: { version: number; name: string }[];
  renamed?: { version: number; name?: string; yaml?: string }[];
  replaced?: { version: number; from: unknown; to: unknown }[];
  since?: { version: number; value?: unknown };
  converted?: Conversion[];
}

export type RuleEntry = string | { equals?: string; startsWith?: string; notBefore?: string };

export type FieldView = "list" | "detail" | "history" | "yaml";

export interface FieldSchema {
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: FieldSchema;
  const?: unknown;
  oneOf?: FieldSchema[];
  contains?: FieldSchema;
  /** On a choice: true. Beside an enum: the choices that are no longer offered. */
  deprecated?: boolean | unknown[];
  readOnly?: boolean;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  allOf?: FieldSchema[];
  if?: FieldSchema;
  then?: FieldSchema;
  else?: FieldSchema;
  default?: unknown;
  examples?: unknown[];
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
  "x-access"?: { read?: AccessRole[]; edit?: AccessRole[] };
  "x-options"?: OptionsKeyword;
  "x-clears"?: string[];
  "x-wire"?: WireKeyword;
  "x-role"?: string;
  "x-messages"?: Record<string, string>;
  "x-rules"?: RuleEntry[];
  "x-derived"?: { from: string; by: string };
  "x-from-model"?: string;
  "x-hide"?: FieldView[];
  "x-yaml"?: YamlKeyword;
  "x-export"?: { stac?: string; standard?: string; values?: Record<string, string> };
  "x-unit"?: string;
  "x-when"?: true;
  "x-counterexample"?: Record<string, unknown>;
  "x-changes"?: ChangesKeyword;
}

export interface EntitySchema extends FieldSchema {
  $id: string;
  title: string;
  properties: Record<string, FieldSchema>;
}

export type SchemaName = keyof typeof schemas;

export const getSchema = (name: SchemaName): EntitySchema => schemas[name] as unknown as EntitySchema;

export const getSchemaVersion = (schema: FieldSchema): number => schema["x-changes"]?.version ?? 1;

export const buildExampleEntity = ({ properties }: EntitySchema): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) =>
      examples === undefined ? [] : [[name, structuredClone(examples[0])]],
    ),
  );

export const listSectionTitles = ({ properties }: Pick<EntitySchema, "properties">): string[] => [
  ...new Set(Object.values(properties).flatMap((field) => field["x-section"] ?? [])),
];

/** Drops properties that are no fields of the schema, such as an id. */
export const pickSchemaFields = ({ properties }: EntitySchema, entity: object): JsonObject =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => name in properties));

export const isVisibleIn = (view: FieldView, { "x-hide": hidden = [] }: FieldSchema): boolean =>
  !hidden.includes(view);

export const getYamlConstants = ({ "x-yaml": yaml }: FieldSchema): JsonObject | undefined =>
  typeof yaml === "object" ? yaml.constants : undefined;

/** Cached: long lists look up roles for every row. */
const fieldNamesByRole = new WeakMap<EntitySchema, Map<string | undefined, string>>();

function indexRoles(schema: EntitySchema) {
  const fields = Object.entries(schema.properties).map(([name, field]) => [field["x-role"], name] as const);
  const index = new Map(fields);
  fieldNamesByRole.set(schema, index);
  return index;
}

export const findFieldNameByRole = (schema: EntitySchema, role: string): string | undefined =>
  (fieldNamesByRole.get(schema) ?? indexRoles(schema)).get(role);

/** Code finds fields by `x-role`, never by name. */
export function getFieldNameByRole(schema: EntitySchema, role: string): string {
  const name = findFieldNameByRole(schema, role);
  if (name === undefined) throw new Error(`The schema "${schema.$id}" has no field with the role "${role}"`);
  return name;
}

export function getFieldText(schema: EntitySchema, entity: JsonObject, role: string): string {
  const value = entity[getFieldNameByRole(schema, role)];
  return value === undefined || value === null ? "" : String(value);
}

export function getFieldList(schema: EntitySchema, entity: JsonObject, role: string): string[] {
  const value = entity[getFieldNameByRole(schema, role)];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The `x-yaml` key, else the write name; undefined for a field that is not written. */
export function getYamlKey(field: FieldSchema): string | undefined {
  const { "x-yaml": yaml, "x-wire": wire } = field;
  if (!isVisibleIn("yaml", field)) return undefined;
  if (typeof yaml === "string") return yaml;
  if (yaml?.key) return yaml.key;
  return Array.isArray(wire?.write) ? wire.write[0] : wire?.write;
}
