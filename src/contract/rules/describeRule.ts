import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { getSchemaNode } from "../schema/fieldSchema.ts";
import type { SchemaRule } from "../schema/schemaRules.ts";
import { getErrorMessage } from "./errorMessage.ts";

type DescribeValue = (value: unknown, rule: SchemaRule) => string;

const formatCount = (value: unknown, one: string, many = `${one}s`) =>
  `${String(value)} ${Number(value) === 1 ? one : many}`;

const formatList = (value: unknown) => (value as unknown[]).map(String).join("; ");

const splitCamelCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const DESCRIPTIONS: Record<string, DescribeValue> = {
  type: (value) => `has the type ${[value].flat().join(" or ")}`,
  enum: (value) => `is one of: ${formatList(value)}`,
  oneOf: (value) =>
    `is one of: ${formatList((value as FieldSchema[]).map(({ title, const: only }) => title ?? String(only)))}`,
  const: (value) => `is ${JSON.stringify(value)}`,
  pattern: (value) => (value === "\\S" ? "is not blank" : `matches ${String(value)}`),
  format: (value) =>
    value === "date"
      ? "is a date, YYYY-MM-DD, from 1900 to ten years ahead"
      : `has the format ${String(value)}`,
  minLength: (value) => `has at least ${formatCount(value, "character")}`,
  maxLength: (value) => `has at most ${formatCount(value, "character")}`,
  minimum: (value) => `is ${String(value)} or more`,
  maximum: (value) => `is ${String(value)} or less`,
  exclusiveMinimum: (value) => `is more than ${String(value)}`,
  exclusiveMaximum: (value) => `is less than ${String(value)}`,
  multipleOf: (value) => `is a multiple of ${String(value)}`,
  minItems: (value) => `has at least ${formatCount(value, "entry", "entries")}`,
  maxItems: (value) => `has at most ${formatCount(value, "entry", "entries")}`,
  uniqueItems: () => "has no duplicate entries",
  additionalProperties: () => "has no other fields",
  required: (value) => `has ${String(value)}`,
  equals: (value) => `equals ${String(value)}`,
  "x-rules": (value) => `follows the rule “${splitCamelCase(String(value))}”`,
};

/** Follows a field name, for example "has at least 1 entry". `schema` is needed for describing conditions. */
export function describeRule(rule: SchemaRule, schema?: EntitySchema): string {
  const description = DESCRIPTIONS[rule.keyword]?.(rule.value, rule) ?? `satisfies ${rule.keyword}`;
  if (!rule.when) return description;
  const condition = schema ? describeCondition(schema, rule.when.schemaPath) : "a condition holds";
  return `${description}, ${rule.when.holds ? "when" : "unless"} ${condition}`;
}

export function getRuleErrorMessage(schema: EntitySchema, rule: SchemaRule): string | undefined {
  const { keyword, schemaPath, value } = rule;
  if (keyword === "x-rules" || keyword === "equals") {
    const name = keyword === "x-rules" ? String(value) : keyword;
    return getSchemaNode(schema, schemaPath)?.["x-messages"]?.[name];
  }
  const message = getErrorMessage(schema, {
    keyword,
    schemaPath: ["#", ...schemaPath, keyword].join("/"),
    params: { limit: value, pattern: value, missingProperty: value },
    message: "",
  });
  return message === "" ? undefined : message;
}

interface ConditionNode extends FieldSchema {
  const?: unknown;
  contains?: ConditionNode;
}

/**
 * Follows "when" or "unless", for example: “Survey date” is given.
 *
 * @param schemaPath path of the `if` node
 */
export function describeCondition(schema: EntitySchema, schemaPath: string[]): string {
  const condition = getSchemaNode(schema, schemaPath) ?? {};
  const owner = getSchemaNode(schema, schemaPath.slice(0, -1));
  const fields = owner?.properties ?? schema.properties;
  const names = new Set([...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])]);
  if (names.size === 0) return "a condition holds";
  return [...names]
    .map(
      (name) =>
        `“${fields[name]?.title ?? name}” ${describeFieldCondition(condition.properties?.[name] ?? {})}`,
    )
    .join(" and ");
}

function describeFieldCondition({ const: constant, enum: values, contains, ...rest }: ConditionNode): string {
  if (constant !== undefined) return `is ${formatValue(constant)}`;
  if (values) return `is ${values.map(formatValue).join(" or ")}`;
  if (contains) return describeFieldCondition(contains).replace(/^is /, "contains ");
  const hasOtherKeywords = Object.keys(rest).some((keyword) => !PRESENCE_KEYWORDS.includes(keyword));
  return hasOtherKeywords ? "meets a condition" : "is given";
}

/** Conditions with only these keywords require just a value. */
const PRESENCE_KEYWORDS = ["type", "minItems", "minLength"];

function formatValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : String(value);
}
