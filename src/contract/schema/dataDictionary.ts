import { describeAccess } from "./access.ts";
import { getYamlConstants, getYamlKey, type EntitySchema, type FieldSchema } from "./fields.ts";
import { getLabelWithUnit, listSchemaOptions } from "./fieldSchema.ts";
import { getRuleErrorMessage, describeRule } from "../rules/describeRule.ts";
import { listSchemaRules, type SchemaRule } from "./schemaRules.ts";

export interface DictionaryRule {
  /** "" for the field itself, else a part of its value, for example "each entry" or "start". */
  appliesTo: string;
  /** Follows the part's name, for example "has at least 1 entry". */
  description: string;
  errorMessage?: string | undefined;
}

export interface DictionaryRow {
  name: string;
  label: string;
  help: string;
  section?: string | undefined;
  /** For example "text", "date" or "list of texts". */
  valueType: string;
  isRequired: boolean;
  derivedFrom?: string | undefined;
  rules: DictionaryRule[];
  options: string[];
  unit?: string | undefined;
  access: string | undefined;
  optionSource?: string | undefined;
  readNames: string[];
  writeNames: string[];
  codec?: string | undefined;
  yamlKey?: string | undefined;
  default?: unknown;
  example: unknown;
}

const SHOWN_WHEN_NAMED = "is shown in the form only while a condition names it, or while it has a value";

const CHOICE_KEYWORDS = ["enum", "oneOf"];

/** `valueType` already covers these rules, or no input can break them. */
const OMITTED_KEYWORDS = ["type", "additionalProperties", ...CHOICE_KEYWORDS];

export function buildDataDictionary(schema: EntitySchema): DictionaryRow[] {
  const rules = listSchemaRules(schema);
  return Object.entries(schema.properties).map(([name, field]) => buildRow(schema, name, field, rules));
}

function buildRow(
  schema: EntitySchema,
  name: string,
  field: FieldSchema,
  rules: SchemaRule[],
): DictionaryRow {
  const wire = field["x-wire"];
  return {
    name,
    label: field.title ?? name,
    help: field.description ?? "",
    section: field["x-section"],
    valueType: describeValueType(field),
    isRequired: schema.required?.includes(name) ?? false,
    derivedFrom: field["x-derived"]?.from,
    rules: [
      ...listVisibilityRules(field),
      ...rules.filter((rule) => appliesToField(rule, name)).map((rule) => buildRule(schema, rule)),
    ],
    options: listSchemaOptions(field).map(({ label, value, isDeprecated }) =>
      [
        label === String(value) ? label : `${label} (${String(value)})`,
        ...(isDeprecated ? ["no longer offered"] : []),
      ].join(", "),
    ),
    unit: field["x-unit"],
    access: describeAccess(field),
    optionSource: field["x-options"]?.source,
    readNames: toArray(wire?.read),
    writeNames: toArray(wire?.write),
    codec: wire?.codec,
    yamlKey: getYamlConstants(schema) ? getYamlKey(field) : undefined,
    default: field.default,
    example: field.examples?.[0],
  };
}

/** Of the field and of its parts. */
function listVisibilityRules(field: FieldSchema, steps: string[] = []): DictionaryRule[] {
  const { items, properties = {} } = field;
  return [
    ...(field["x-when"] ? [{ appliesTo: formatPart(steps), description: SHOWN_WHEN_NAMED }] : []),
    ...(items ? listVisibilityRules(items, [...steps, "*"]) : []),
    ...Object.entries(properties).flatMap(([name, part]) => listVisibilityRules(part, [...steps, name])),
  ];
}

const formatPart = (steps: string[]) => steps.map((step) => (step === "*" ? "each entry" : step)).join(", ");

function appliesToField({ keyword, valuePath, value, when }: SchemaRule, name: string): boolean {
  if (keyword === "required" && valuePath.length === 0) return value === name;
  const isChoice = CHOICE_KEYWORDS.includes(keyword) && !when;
  return valuePath[0] === name && (!OMITTED_KEYWORDS.includes(keyword) || isChoice);
}

function buildRule(schema: EntitySchema, rule: SchemaRule): DictionaryRule {
  const errorMessage = getRuleErrorMessage(schema, rule);
  if (rule.keyword === "required" && rule.valuePath.length === 0) {
    const description = rule.when
      ? describeRule(rule, schema).replace(/^has [^,]*/, "is required")
      : "is required";
    return { appliesTo: "", description, errorMessage };
  }
  return {
    appliesTo: formatPart(rule.valuePath.slice(1)),
    description: CHOICE_KEYWORDS.includes(rule.keyword)
      ? "is one of the choices"
      : describeRule(rule, schema),
    errorMessage,
  };
}

const VALUE_TYPE_NAMES: Record<string, string> = {
  string: "text",
  boolean: "yes or no",
  integer: "whole number",
  number: "number",
  null: "nothing",
};

function describeValueType(field: FieldSchema): string {
  const type = [field.type].flat()[0];
  if (type === "array")
    return `list of ${pluralize(field.items ? describeValueType(field.items) : "values")}`;
  if (type === "object") {
    const parts = Object.entries(field.properties ?? {}).map(([name, child]) =>
      getLabelWithUnit(child, name),
    );
    return parts.length > 0 ? `group (${parts.join(", ")})` : "group";
  }
  if (field.format === "date") return "date";
  return VALUE_TYPE_NAMES[type ?? ""] ?? "any value";
}

const pluralize = (valueType: string) =>
  valueType.startsWith("group") ? valueType.replace("group", "groups") : `${valueType}s`;

const toArray = (names: string | string[] | undefined): string[] =>
  names === undefined ? [] : [names].flat();
