import type { CodecName, RoleName, WidgetName } from "../../../src/contract/generated/vocabulary.ts";
import {
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../../src/contract/schema/fieldSchema.ts";
import { BASE_MESSAGE_FIELDS } from "../../../src/contract/schema/messageFields.ts";
import { toSnakeCase } from "../../../src/contract/wire/partNames.ts";
import { suggestion } from "../../source/didYouMean.ts";
import {
  isInCondition,
  listSchemaNodes,
  errorAtName,
  errorAtValue,
  type SchemaError,
  type SchemaNode,
} from "./schemaError.ts";

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
  const hasChoices = field["x-options"] !== undefined || listSchemaOptions(field).length > 0;
  return [
    ...(field.title ? [] : ['has no label: add a "title".']),
    ...(isInForm && !field.description ? ['has no help text: add a "description".'] : []),
    ...(isTyped && !field["x-section"] ? ['has no form section: add an "x-section".'] : []),
    ...(field.examples === undefined ? ['has no example: add "examples", a list of valid values.'] : []),
    ...(field["x-widget"] === "options" && !hasChoices
      ? ['has no choices: add "x-options", an "enum" or a "oneOf".']
      : []),
  ];
}

/**
 * Reports empty lists of examples, names that code cannot use, repeated labels, units of texts, and "deprecated" on what is no
 * choice.
 */
export function findMisleadingFields(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap((schemaNode) => [
    ...findEmptyExamples(schemaNode),
    ...findMisplacedDeprecation(schemaNode),
    ...(isInCondition(schemaNode.path)
      ? []
      : [
          ...findInvalidNames(schemaNode),
          ...findRepeatedLabels(schemaNode),
          ...findMisplacedUnit(schemaNode),
        ]),
  ]);
}

const findEmptyExamples = ({ path, node }: SchemaNode): SchemaError[] =>
  node.examples?.length === 0
    ? [errorAtValue([...path, "examples"], 'The list of "examples" is empty: add a valid value.')]
    : [];

/** `"deprecated": true` marks a choice of oneOf; beside an enum, a list names the choices. */
function findMisplacedDeprecation({ path, node }: SchemaNode): SchemaError[] {
  const { deprecated, enum: choices } = node;
  const at = [...path, "deprecated"];
  if (Array.isArray(deprecated) && choices)
    return deprecated.flatMap((value, index): SchemaError[] =>
      choices.includes(value)
        ? []
        : [
            errorAtValue(
              [...at, String(index)],
              `${JSON.stringify(value)} is not one of the choices.${suggestion(String(value), choices.map(String))}`,
            ),
          ],
    );
  const isChoice = path.at(-2) === "oneOf" && typeof deprecated === "boolean";
  return deprecated === undefined || isChoice
    ? []
    : [
        errorAtName(
          at,
          'Only choices can be deprecated: write "deprecated": true in a choice of oneOf, or "deprecated": [...] beside an enum.',
        ),
      ];
}

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

function findInvalidNames({ path, node }: SchemaNode): SchemaError[] {
  const names = Object.keys(node.properties ?? {});
  return names.flatMap((name, index) => {
    const at = [...path, "properties", name];
    if (!IDENTIFIER.test(name))
      return [
        errorAtName(
          at,
          `"${name}" cannot be the name of a field: use letters, digits and _, starting with a letter.`,
        ),
      ];
    // The names of fields in requests are checked as wire names.
    const other =
      path.length > 0 && names.slice(0, index).find((one) => toSnakeCase(one) === toSnakeCase(name));
    if (other)
      return [
        errorAtName(
          at,
          `"${name}" is sent as "${toSnakeCase(name)}", as "${other}" is: choose another name.`,
        ),
      ];
    return name in Object.prototype
      ? [errorAtName(at, `"${name}" cannot be the name of a field: JavaScript uses it. Choose another.`)]
      : [];
  });
}

/** Of the fields of one form or group, and of the choices of one field. */
function findRepeatedLabels({ path, node }: SchemaNode): SchemaError[] {
  const fields = Object.entries(node.properties ?? {}).map(([name, { title }]) => ({
    owner: `the field "${name}"`,
    title,
    path: [...path, "properties", name, "title"],
  }));
  const choices = (node.oneOf ?? []).map(({ const: value, title }, index) => ({
    owner: `the choice ${JSON.stringify(value)}`,
    title,
    path: [...path, "oneOf", String(index), "title"],
  }));
  return [fields, choices].flatMap((labels) =>
    labels.flatMap((one, index): SchemaError[] => {
      const other = labels
        .slice(0, index)
        .find(({ title }) => title !== undefined && title.trim() === one.title?.trim());
      return other
        ? [
            errorAtValue(
              one.path,
              `The label "${one.title}" is also that of ${other.owner}: give each its own label.`,
            ),
          ]
        : [];
    }),
  );
}

function findMisplacedUnit({ path, node }: SchemaNode): SchemaError[] {
  if (node["x-unit"] === undefined || number.matches(node) || numbers.matches(node)) return [];
  return [
    errorAtName(
      [...path, "x-unit"],
      "Only a number, or a list of numbers, can have a unit: remove x-unit, or change the type.",
    ),
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

/** Reports required fields that no request contains, and fields of a message without which none can be sent. */
export function findUnsendableFields(schema: EntitySchema): SchemaError[] {
  const fields = schema.properties;
  const isSent = ({ readOnly, "x-wire": wire, "x-derived": derived }: FieldSchema) =>
    derived !== undefined || (!readOnly && (wire?.write ?? wire?.accept) !== undefined);
  // Other documents are not stored: their forms have fields that only the browser checks.
  if (schema["x-changes"]?.version === undefined) return [];
  const required = listSchemaNodes(schema)
    .filter(({ path }) => !path.some((step) => VALUE_STEPS.includes(step)))
    .flatMap(({ path, node }) =>
      (node.required ?? []).map((name, index) => ({ name, path: [...path, "required", String(index)] })),
    )
    .filter(({ name }) => fields[name] && !isSent(fields[name]))
    .map(({ name, path }) =>
      errorAtValue(path, `"${name}" is required, but no request contains it: every save would fail.`),
    );
  const missing = schema.$id === "message" ? BASE_MESSAGE_FIELDS.filter((name) => !fields[name]) : [];
  return [
    ...required,
    ...missing.map((name) =>
      errorAtName(["properties"], `The services need the field "${name}" of a message: restore it.`),
    ),
  ];
}

/** Below these steps, "required" names parts of a value, or states a condition. */
const VALUE_STEPS = ["properties", "items", "definitions", "if", "not", "contains"];

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
const number: ValueType = {
  description: "a number",
  matches: (node) => ["number", "integer"].includes(jsonTypeOf(node) ?? ""),
};
const numbers: ValueType = {
  description: "a list of numbers",
  matches: ({ items, ...list }) => jsonTypeOf(list) === "array" && number.matches(items ?? {}),
};
const list = singleType("array", "a list");
const flag = singleType("boolean", "yes or no");
const periods = groupListType(["start", "end"], "a list of groups of start and end, both texts");
const contacts = groupListType(
  ["contactId", "roleId"],
  "a list of groups of contactId and roleId, both texts",
);
const reasons: ValueType = {
  description: "a list of groups of kind, name, text and blocking",
  matches: ({ items, ...node }) =>
    jsonTypeOf(node) === "array" &&
    ["kind", "name", "text", "blocking"].every((part) => items?.properties?.[part]),
};
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
  reasons,
  password: text,
};

const ROLE_TYPES: Partial<Record<RoleName, ValueType>> = {
  county: list,
  city: list,
  documents: texts,
  contacts,
  originator: flag,
};

/** Widgets that work only in the form of one schema, whose page provides what they need. */
const WIDGET_SCHEMAS: Partial<Record<WidgetName, string>> = {
  geodatabase: "metadata",
  originatorContact: "metadata",
  contacts: "metadata",
  reasons: "rejection",
};

/** Reports widgets outside of the schema to whose page they belong. */
export const findMisplacedWidgets = (schema: EntitySchema): SchemaError[] =>
  listSchemaNodes(schema).flatMap(({ path, node: { "x-widget": widget } }) => {
    const owner = WIDGET_SCHEMAS[widget as WidgetName];
    return owner === undefined || owner === schema.$id
      ? []
      : [
          errorAtValue(
            [...path, "x-widget"],
            `The widget "${widget}" works only in ${owner}.schema.json: remove it, or choose another.`,
          ),
        ];
  });

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
