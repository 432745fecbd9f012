import type { FieldSchema } from "../../src/contract/schema/fields.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";

type Candidates = (bound: never, example: never, node: FieldSchema) => unknown[];

const WRONG_TYPES: Record<string, unknown[]> = {
  string: [7],
  array: ["not a list"],
  object: ["not an object"],
  boolean: ["yes"],
  integer: [1.5, "1"],
  number: ["1"],
  null: ["something"],
};

const repeated = (text: string, length: number) =>
  (text || "x").repeat(Math.ceil(length / (text.length || 1))).slice(0, length);

const entries = (list: unknown[], count: number) =>
  Array.from({ length: count }, (_, index) => list[index % list.length]);

/** Values that might break a rule, the most telling first. */
const BREAKING: Record<string, Candidates> = {
  type: (type: string | string[]) => [type].flat().flatMap((name) => WRONG_TYPES[name] ?? []),
  enum: (_: unknown[], example) => [typeof example === "number" ? -987654 : "Not one of the list"],
  const: (_: unknown, example) => [typeof example === "number" ? -987654 : "Something else"],
  pattern: (_: string, example: string) => [
    ...[`${example}x`, example.slice(0, -1), example.slice(1), `x${example}`, `${example},`],
    ...["not what it asks for", "0", "x", " ", ""],
  ],
  format: () => ["2023-02-29", "not what it asks for"],
  minLength: (least: number, example: string) => [example.slice(0, least - 1), repeated(example, least - 1)],
  maxLength: (most: number, example: string) => [repeated(example, most + 1), "x".repeat(most + 1)],
  minimum: (least: number) => [least - 1],
  maximum: (most: number) => [most + 1],
  exclusiveMinimum: (bound: number) => [bound],
  exclusiveMaximum: (bound: number) => [bound],
  multipleOf: (step: number) => [step * 1.5],
  minItems: (least: number, example: unknown[]) => [entries(example, least - 1)],
  maxItems: (most: number, example: unknown[]) => [entries(example, most + 1)],
  uniqueItems: (_: true, example: unknown[]) => [
    [...example, example[0]],
    [example[0], example[0]],
  ],
  minProperties: () => [{}],
  equals: (_: string, example: string) => [`${example}2`],
};

/** Values that might just keep a rule: its bounds, and every choice. */
const KEEPING: Record<string, Candidates> = {
  enum: (choices: unknown[]) => choices,
  minLength: (least: number, example: string) => [example.slice(0, least), repeated(example, least)],
  maxLength: (most: number, example: string) => [repeated(example, most), "x".repeat(most)],
  minimum: (least: number) => [least],
  maximum: (most: number) => [most],
  minItems: (least: number, example: unknown[]) => [entries(example, least)],
  maxItems: (most: number, example: unknown[]) => [entries(example, most)],
};

/** Values to try for breaking a rule, made of its own bound and of a valid example; the schema's own come first. */
export function breakingValues(rule: SchemaRule, node: FieldSchema, example: unknown): unknown[] {
  const name = rule.keyword === "x-rules" ? String(rule.value) : rule.keyword;
  const own = node["x-counterexample"]?.[name];
  return own === undefined ? valuesOf(BREAKING, rule, node, example) : [own];
}

/** Values to try for keeping a rule, beside the example itself. */
export const keepingValues = (rule: SchemaRule, node: FieldSchema, example: unknown): unknown[] =>
  valuesOf(KEEPING, rule, node, example);

function valuesOf(from: Record<string, Candidates>, rule: SchemaRule, node: FieldSchema, example: unknown) {
  if (example === undefined && rule.keyword !== "type") return [];
  return from[rule.keyword]?.(rule.value as never, example as never, node) ?? [];
}
