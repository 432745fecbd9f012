import { isDeepStrictEqual } from "node:util";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { EntitySchema, FieldSchema, RuleEntry } from "../../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../../src/contract/schema/fieldSchema.ts";
import {
  formatRuleName,
  listSchemaRules,
  type SchemaRule,
} from "../../../src/contract/schema/schemaRules.ts";
import { compileSchema } from "../../generate/compileSchema.ts";
import { applyChange } from "../../rule-examples/exampleChange.ts";
import { listErrors, type RuleCase } from "../../rule-examples/ruleCases.ts";

/** Lists the rules of cases whose result differs from the expected one. */
export function findFailingCases(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  cases: RuleCase[],
): string[] {
  return cases.filter((entry) => !passes(schema, validators, entry)).map(({ rule }) => rule);
}

/** Finds the mutants of a schema that no case detects. */
export function findSurvivors(
  schema: EntitySchema,
  cases: RuleCase[],
): { mutantCount: number; survivors: string[] } {
  const mutants = buildMutants(schema);
  const survivors = mutants.filter((mutant) => !isDetected(mutant, cases)).map(({ without }) => without);
  return { mutantCount: mutants.length, survivors };
}

function isDetected({ schema, rule }: Mutant, cases: RuleCase[]): boolean {
  const validators = compileSchema(schema);
  const likeliestFirst = cases.toSorted((a, b) => Number(b.rule === rule) - Number(a.rule === rule));
  return likeliestFirst.some((entry) => !passes(schema, validators, entry));
}

function passes(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  { valid, invalid, errors }: RuleCase,
): boolean {
  const getErrors = (change: RuleCase["invalid"]) =>
    listErrors(schema, validators, applyChange(schema, change));
  return (
    valid.every((change) => getErrors(change).length === 0) && isDeepStrictEqual(getErrors(invalid), errors)
  );
}

/** A schema with one part removed. */
interface Mutant {
  /** The removed part, for example `county: minItems`. */
  without: string;
  /** Cases of this rule are checked first. */
  rule: string;
  schema: EntitySchema;
}

/** Removes one part at a time: every keyword, required name, named rule, choice and error text. */
function buildMutants(schema: EntitySchema): Mutant[] {
  return [
    ...listSchemaRules(schema).flatMap((rule) => [removeRule(schema, rule), ...removeChoices(schema, rule)]),
    ...removeErrorTexts(schema),
  ];
}

type Node = Record<string, unknown>;

function alterNode(schema: EntitySchema, node: string[], alter: (node: Node) => void): EntitySchema {
  const copy = structuredClone(schema);
  alter(getSchemaNode(copy, node) as unknown as Node);
  return copy;
}

function removeRule(schema: EntitySchema, rule: SchemaRule): Mutant {
  const name = formatRuleName(rule);
  const mutant = alterNode(schema, rule.schemaPath, (node) => {
    // `equals` is an entry of x-rules.
    const keyword = rule.keyword === "equals" ? "x-rules" : rule.keyword;
    const isOneOfSeveral = keyword === "required" || keyword === "x-rules";
    if (!isOneOfSeveral) delete node[keyword];
    else
      node[keyword] = (node[keyword] as RuleEntry[]).filter((entry) =>
        typeof entry === "string" ? entry !== rule.value : rule.keyword !== "equals",
      );
  });
  return { without: name, rule: name, schema: mutant };
}

function removeChoices(schema: EntitySchema, rule: SchemaRule): Mutant[] {
  const all = rule.value as unknown[];
  if (!["enum", "oneOf"].includes(rule.keyword) || all.length < 2) return [];
  return all.map((choice) => ({
    without: `${formatRuleName(rule)} ${JSON.stringify(choice)}`,
    rule: formatRuleName(rule),
    schema: alterNode(schema, rule.schemaPath, (node) => {
      node[rule.keyword] = all.filter((other) => other !== choice);
    }),
  }));
}

function removeErrorTexts(schema: EntitySchema): Mutant[] {
  return listNodePaths(schema, []).flatMap((node) =>
    Object.keys(getSchemaNode(schema, node)?.["x-messages"] ?? {}).map((keyword) => {
      const location = node.filter((step) => step !== "properties").join(" / ");
      return {
        without: `${location}: error text of ${keyword}`,
        rule: `${location}: ${keyword}`,
        schema: alterNode(schema, node, (copy) => {
          delete (copy["x-messages"] as Node)[keyword];
        }),
      };
    }),
  );
}

/** Lists the paths of all nodes that can have x-messages. */
function listNodePaths(node: FieldSchema, steps: string[]): string[][] {
  const children: [string[], FieldSchema | undefined][] = [
    ...Object.entries(node.properties ?? {}).map(([name, child]): [string[], FieldSchema] => [
      ["properties", name],
      child,
    ]),
    [["items"], node.items],
    [["then"], node.then],
    [["else"], node.else],
    ...(node.allOf ?? []).map((child, index): [string[], FieldSchema] => [["allOf", String(index)], child]),
  ];
  return [
    steps,
    ...children.flatMap(([below, child]) => (child ? listNodePaths(child, [...steps, ...below]) : [])),
  ];
}
