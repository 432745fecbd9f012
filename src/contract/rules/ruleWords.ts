import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { nodeAt } from "../schema/fieldSchema.ts";
import type { SchemaRule } from "../schema/schemaRules.ts";
import { wordingOf } from "./wording.ts";

type Words = (value: unknown, rule: SchemaRule) => string;

const count = (value: unknown, one: string, many = `${one}s`) =>
  `${String(value)} ${Number(value) === 1 ? one : many}`;

const list = (value: unknown) => (value as unknown[]).map(String).join("; ");

/** "endAfterStart" -> "end after start". */
const spaced = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const WORDS: Record<string, Words> = {
  type: (value) => `is of the type ${[value].flat().join(" or ")}`,
  enum: (value) => `is one of: ${list(value)}`,
  oneOf: (value) =>
    `is one of: ${list((value as FieldSchema[]).map(({ title, const: only }) => title ?? String(only)))}`,
  const: (value) => `is ${JSON.stringify(value)}`,
  pattern: (value) => (value === "\\S" ? "holds more than spaces" : `matches ${String(value)}`),
  format: (value) => (value === "date" ? "is a date, YYYY-MM-DD" : `has the format ${String(value)}`),
  minLength: (value) => `has at least ${count(value, "character")}`,
  maxLength: (value) => `has at most ${count(value, "character")}`,
  minimum: (value) => `is ${String(value)} or more`,
  maximum: (value) => `is ${String(value)} or less`,
  exclusiveMinimum: (value) => `is more than ${String(value)}`,
  exclusiveMaximum: (value) => `is less than ${String(value)}`,
  multipleOf: (value) => `is a multiple of ${String(value)}`,
  minItems: (value) => `has at least ${count(value, "entry", "entries")}`,
  maxItems: (value) => `has at most ${count(value, "entry", "entries")}`,
  uniqueItems: () => "has no entry twice",
  additionalProperties: () => "has no field beside those listed",
  required: (value) => `has ${String(value)}`,
  equals: (value) => `repeats ${String(value)}`,
  "x-rules": (value) => `keeps the rule “${spaced(String(value))}”`,
};

/**
 * A rule in words that follow the name of what it is about, such as "has at least 1 entry".
 *
 * @param schema tells what a condition of the rule asks
 */
export function ruleWords(rule: SchemaRule, schema?: EntitySchema): string {
  const words = WORDS[rule.keyword]?.(rule.value, rule) ?? `keeps ${rule.keyword}`;
  if (!rule.when) return words;
  const condition = schema ? conditionWords(schema, rule.when.node) : "a condition holds";
  return `${words}, ${rule.when.holds ? "when" : "unless"} ${condition}`;
}

/** What people are told when the rule is broken; undefined where the schema leaves it to the validator. */
export function ruleWording(schema: EntitySchema, rule: SchemaRule): string | undefined {
  const { keyword, node, value } = rule;
  if (keyword === "x-rules" || keyword === "equals") {
    const name = keyword === "x-rules" ? String(value) : keyword;
    return nodeAt(schema, node)?.["x-messages"]?.[name];
  }
  const wording = wordingOf(schema, {
    keyword,
    schemaPath: ["#", ...node, keyword].join("/"),
    params: { limit: value, pattern: value, missingProperty: value },
    message: "",
  });
  return wording === "" ? undefined : wording;
}

/** What a condition may ask of one field. */
interface Asked extends FieldSchema {
  const?: unknown;
  contains?: Asked;
}

/**
 * The condition of an `if` in words, such as “Survey date” is given, to be read after "when" or "unless".
 *
 * @param steps to the `if`, from the schema's root
 */
function conditionWords(schema: EntitySchema, steps: string[]): string {
  const condition = nodeAt(schema, steps) ?? {};
  const owner = nodeAt(schema, steps.slice(0, -1));
  const fields = owner?.properties ?? schema.properties;
  const names = new Set([...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])]);
  if (names.size === 0) return "a condition holds";
  return [...names]
    .map((name) => `“${fields[name]?.title ?? name}” ${askedWords(condition.properties?.[name] ?? {})}`)
    .join(" and ");
}

function askedWords({ const: only, enum: some, contains, ...rest }: Asked): string {
  if (only !== undefined) return `is ${valueWords(only)}`;
  if (some) return `is ${some.map(valueWords).join(" or ")}`;
  if (contains) return askedWords(contains).replace(/^is /, "holds ");
  const isMore = Object.keys(rest).some((keyword) => !GIVEN.includes(keyword));
  return isMore ? "meets a condition" : "is given";
}

/** Keywords by which a condition only asks that there is something. */
const GIVEN = ["type", "minItems", "minLength"];

function valueWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : String(value);
}
