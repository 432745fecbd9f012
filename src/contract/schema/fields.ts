import { schemas } from "../generated/schemas.ts";
import type { PartyName } from "../generated/vocabulary.ts";

export type JsonObject = Record<string, unknown>;

/** The two server names of a field and how its value travels. */
export interface Wire {
  read?: string | string[];
  write?: string | string[];
  /** The name a save is read back from, where the field itself is not sent. */
  accept?: string;
  codec?: string;
  /** Of a schema: names sent with every save, and those that only the adding of an entity sends. */
  constants?: JsonObject;
  once?: string[];
}

/** The list a field's values are chosen from. */
export interface Options {
  source: string;
  /** The field that narrows the list, and the key of its entries that names that field's value. */
  filterBy?: string;
  filterKey?: string;
  groupBy?: string;
  /** What people write behind an entry's label. */
  noun?: string;
  open?: true;
}

/** The attribute of a field; of a schema, the attributes of every file. */
type Yaml =
  string | { key?: string; label?: string; with?: JsonObject; form?: string; constants?: JsonObject };

/** What changed between the versions of a schema, said at the schema or at the field concerned. */
interface Changes {
  version?: number;
  removed?: { version: number; name: string }[];
  renamed?: { version: number; name?: string; yaml?: string }[];
  replaced?: { version: number; from: unknown; to: unknown }[];
  since?: { version: number; value?: unknown };
}

/** A named rule, or a comparison with another field. */
export type RuleEntry = string | { equals?: string; startsWith?: string };

/** A place where readers see fields. */
export type Shown = "list" | "detail" | "history" | "yaml";

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
  /** Valid values, the first of them for fixtures, docs and round-trip tests. */
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
  "x-access"?: { read?: PartyName[]; edit?: PartyName[] };
  "x-options"?: Options;
  "x-clears"?: string[];
  "x-wire"?: Wire;
  "x-role"?: string;
  "x-messages"?: Record<string, string>;
  "x-rules"?: RuleEntry[];
  "x-derived"?: { from: string; by: string };
  "x-from-model"?: string;
  "x-hide"?: Shown[];
  "x-yaml"?: Yaml;
  "x-export"?: { stac?: string; standard?: string; values?: Record<string, string> };
  "x-unit"?: string;
  "x-counterexample"?: Record<string, unknown>;
  "x-changes"?: Changes;
}

/** The schema of one entity. */
export interface EntitySchema extends FieldSchema {
  $id: string;
  title: string;
  properties: Record<string, FieldSchema>;
}

export type SchemaName = keyof typeof schemas;

export const schemaOf = (name: SchemaName): EntitySchema => schemas[name] as unknown as EntitySchema;

/** The version stamped on documents written under a schema. */
export const versionOf = (schema: EntitySchema): number => schema["x-changes"]?.version ?? 1;

/** A document of every field's first example: a copy of one's own. */
export const examplesOf = ({ properties }: EntitySchema): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) =>
      examples === undefined ? [] : [[name, structuredClone(examples[0])]],
    ),
  );

/** The sections of a schema's form, in the order in which its fields name them; none where no form has any. */
export const sectionTitles = ({ properties }: EntitySchema): string[] => [
  ...new Set(Object.values(properties).flatMap((field) => field["x-section"] ?? [])),
];

/** Whether readers see a field there. */
export const isShownIn = (place: Shown, { "x-hide": hidden = [] }: FieldSchema): boolean =>
  !hidden.includes(place);

/** The attributes of every metadata YAML of a schema; undefined where it has no such file. */
export const yamlConstants = ({ "x-yaml": yaml }: EntitySchema): JsonObject | undefined =>
  typeof yaml === "object" ? yaml.constants : undefined;

/** Each schema's fields by their roles: asked for in every row of a list. */
const roles = new WeakMap<EntitySchema, Map<string | undefined, string>>();

function rolesOf(schema: EntitySchema) {
  const fields = Object.entries(schema.properties).map(([name, field]) => [field["x-role"], name] as const);
  const found = new Map(fields);
  roles.set(schema, found);
  return found;
}

/** The one field of a schema that plays a role. Code finds fields this way, never by name. */
export function fieldWithRole(schema: EntitySchema, role: string): string {
  const found = (roles.get(schema) ?? rolesOf(schema)).get(role);
  if (found === undefined) throw new Error(`The schema "${schema.$id}" has no field with the role "${role}"`);
  return found;
}

/** The value of the field with a role, as text; empty when it has none. */
export function textOf(schema: EntitySchema, document: JsonObject, role: string): string {
  const value = document[fieldWithRole(schema, role)];
  return value === undefined || value === null ? "" : String(value);
}

/** The value of the field with a role, as a list of texts. */
export function listOf(schema: EntitySchema, document: JsonObject, role: string): string[] {
  const value = document[fieldWithRole(schema, role)];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The attribute a field is written as: its x-yaml key, else its write name; undefined for none. */
export function yamlKey(field: FieldSchema): string | undefined {
  const { "x-yaml": yaml, "x-wire": wire } = field;
  if (!isShownIn("yaml", field)) return undefined;
  if (typeof yaml === "string") return yaml;
  if (yaml?.key) return yaml.key;
  return Array.isArray(wire?.write) ? wire.write[0] : wire?.write;
}
