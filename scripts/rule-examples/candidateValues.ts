import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";

type BuildCandidates = (bound: never, example: never, node: FieldSchema) => unknown[];

const WRONG_TYPES: Record<string, unknown[]> = {
  string: [7],
  array: ["not a list"],
  object: ["not an object"],
  boolean: ["yes"],
  integer: [1.5, "1"],
  number: ["1"],
  null: ["something"],
};

const repeatText = (text: string, length: number) =>
  (text || "x").repeat(Math.ceil(length / (text.length || 1))).slice(0, length);

const repeatEntries = (list: unknown[], count: number) =>
  Array.from({ length: count }, (_, index) => list[index % list.length]);

/** Values that may break a rule, the most likely first. */
const BREAKING: Record<string, BuildCandidates> = {
  type: (type: string | string[]) => [type].flat().flatMap((name) => WRONG_TYPES[name] ?? []),
  enum: (_: unknown[], example) => [typeof example === "number" ? -987654 : "Not one of the list"],
  oneOf: (_: unknown[], example) => [typeof example === "number" ? -987654 : "Not one of the list"],
  const: (_: unknown, example) => [typeof example === "number" ? -987654 : "Something else"],
  pattern: (_: string, example: string) => [
    ...[`${example}x`, example.slice(0, -1), example.slice(1), `x${example}`, `${example},`],
    ...["not what it asks for", "0", "x", " ", ""],
  ],
  format: () => ["2023-02-29", "not what it asks for"],
  minLength: (least: number, example: string) => [
    example.slice(0, least - 1),
    repeatText(example, least - 1),
  ],
  maxLength: (most: number, example: string) => [repeatText(example, most + 1), "x".repeat(most + 1)],
  minimum: (least: number) => [least - 1],
  maximum: (most: number) => [most + 1],
  exclusiveMinimum: (bound: number) => [bound],
  exclusiveMaximum: (bound: number) => [bound],
  multipleOf: (step: number) => [step * 1.5],
  minItems: (least: number, example: unknown[]) => [repeatEntries(example, least - 1)],
  maxItems: (most: number, example: unknown[]) => [repeatEntries(example, most + 1)],
  uniqueItems: (_: true, example: unknown[]) => [
    [...example, example[0]],
    [example[0], example[0]],
  ],
  minProperties: () => [{}],
  equals: (_: string, example: string) => [`${example}2`],
};

/** Values at the bounds of a rule, and every choice. */
const KEEPING: Record<string, BuildCandidates> = {
  enum: (choices: unknown[]) => choices,
  oneOf: (choices: FieldSchema[]) => choices.map((choice) => choice.const),
  minLength: (least: number, example: string) => [example.slice(0, least), repeatText(example, least)],
  maxLength: (most: number, example: string) => [repeatText(example, most), "x".repeat(most)],
  minimum: (least: number) => [least],
  maximum: (most: number) => [most],
  minItems: (least: number, example: unknown[]) => [repeatEntries(example, least)],
  maxItems: (most: number, example: unknown[]) => [repeatEntries(example, most)],
};

/** A value from the schema's x-counterexample replaces the built ones. */
export function buildBreakingValues(rule: SchemaRule, node: FieldSchema, example: unknown): unknown[] {
  const name = rule.keyword === "x-rules" ? String(rule.value) : rule.keyword;
  const counterexample = node["x-counterexample"]?.[name];
  return counterexample === undefined ? buildValues(BREAKING, rule, node, example) : [counterexample];
}

export const buildKeepingValues = (rule: SchemaRule, node: FieldSchema, example: unknown): unknown[] =>
  buildValues(KEEPING, rule, node, example);

function buildValues(
  builders: Record<string, BuildCandidates>,
  rule: SchemaRule,
  node: FieldSchema,
  example: unknown,
) {
  if (example === undefined && rule.keyword !== "type") return [];
  return builders[rule.keyword]?.(rule.value as never, example as never, node) ?? [];
}
