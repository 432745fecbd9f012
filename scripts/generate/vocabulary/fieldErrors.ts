import type { CodecName, RoleName, WidgetName } from "../../../src/contract/generated/vocabulary.ts";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaNodes, errorAtName, errorAtValue, type SchemaError } from "./schemaError.ts";

/** Reports missing labels and examples and, in schemas shown in a form, missing help texts and sections. */
export function findIncompleteFields(schema: EntitySchema): SchemaError[] {
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    describeGaps(field, listSectionTitles(schema).length > 0).map((message) =>
      errorAtName(["properties", name], `The field "${name}" ${message}`),
    ),
  );
}

function describeGaps(field: FieldSchema, isInForm: boolean): string[] {
  const isTyped = isInForm && !field["x-derived"];
  const hasChoices = field["x-options"] ?? field.enum ?? field.items?.enum;
  return [
    ...(field.title ? [] : ['has no label: add a "title".']),
    ...(isInForm && !field.description ? ['has no help text: add a "description".'] : []),
    ...(isTyped && !field["x-section"] ? ['has no form section: add an "x-section".'] : []),
    ...(field.examples === undefined ? ['has no example: add "examples", a list of valid values.'] : []),
    ...(field["x-widget"] === "options" && !hasChoices
      ? ['has no choices: add "x-options" or an "enum".']
      : []),
  ];
}

/** Roles by which the code finds fields, by schema. */
export const REQUIRED_ROLES: Record<string, string[]> = {
  metadata: [
    ...["title", "summary", "identifier", "region", "county", "city"],
    ...["extent", "contacts", "originator"],
  ],
  contact: ["firstName", "lastName", "email", "phone", "affiliation"],
};

export function findMissingRoles(schema: EntitySchema): SchemaError[] {
  const assigned = Object.values(schema.properties).map((field) => field["x-role"]);
  return (REQUIRED_ROLES[schema.$id] ?? [])
    .filter((role) => !assigned.includes(role))
    .map((role) =>
      errorAtName(
        ["properties"],
        `No field has the x-role "${role}", which the code looks for: add it to the field that replaces the old one.`,
      ),
    );
}

interface ValueType {
  description: string;
  matches(node: FieldSchema): boolean;
}

const jsonTypeOf = ({ type }: FieldSchema = {}): string | undefined =>
  [type].flat().find((name) => name !== "null");

const singleType = (type: string, description: string): ValueType => ({
  description,
  matches: (node) => jsonTypeOf(node) === type,
});

const groupListType = (parts: string[], description: string): ValueType => ({
  description,
  matches: ({ items, ...list }) =>
    jsonTypeOf(list) === "array" &&
    parts.every((part) => jsonTypeOf(items?.properties?.[part]) === "string") &&
    Object.keys(items?.properties ?? {}).length === parts.length,
});

const text = singleType("string", "a text");
const texts: ValueType = {
  description: "a list of texts",
  matches: ({ items, ...list }) => jsonTypeOf(list) === "array" && jsonTypeOf(items) === "string",
};
const list = singleType("array", "a list");
const flag = singleType("boolean", "yes or no");
const periods = groupListType(["start", "end"], "a list of groups of start and end, both texts");
const contacts = groupListType(
  ["contactId", "roleId"],
  "a list of groups of contactId and roleId, both texts",
);
const choice: ValueType = {
  description: "a text, a number, or a list of texts",
  matches: (node) => ["string", "number", "integer"].includes(jsonTypeOf(node) ?? "") || texts.matches(node),
};

const CODEC_TYPES: Record<CodecName, ValueType> = {
  commaList: texts,
  date: text,
  datePairs: periods,
  contactPairs: contacts,
  region: text,
  agency: text,
  software: text,
};

const WIDGET_TYPES: Record<WidgetName, ValueType> = {
  options: choice,
  tags: texts,
  shortText: text,
  longText: text,
  date: text,
  periods,
  geodatabase: text,
  originatorContact: flag,
  contacts,
  password: text,
};

const ROLE_TYPES: Partial<Record<RoleName, ValueType>> = {
  county: list,
  city: list,
  contacts,
  originator: flag,
};

/** Reports codecs, widgets and roles on a field whose type they do not support. */
export function findTypeMismatches(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => [
    ...findTypeMismatch(node, node["x-widget"], WIDGET_TYPES, [...path, "x-widget"], "The widget"),
    ...findTypeMismatch(node, node["x-wire"]?.codec, CODEC_TYPES, [...path, "x-wire", "codec"], "The codec"),
    ...findTypeMismatch(node, node["x-role"], ROLE_TYPES, [...path, "x-role"], "The role", text),
  ]);
}

function findTypeMismatch(
  node: FieldSchema,
  name: string | undefined,
  types: Partial<Record<string, ValueType>>,
  path: string[],
  subject: string,
  defaultType?: ValueType,
): SchemaError[] {
  const type = name === undefined ? undefined : (types[name] ?? defaultType);
  if (!type || type.matches(node)) return [];
  return [
    errorAtValue(path, `${subject} "${name}" needs ${type.description}, but this field has another type.`),
  ];
}
