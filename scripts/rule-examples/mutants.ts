import { isDeepStrictEqual } from "node:util";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { EntitySchema, FieldSchema, RuleEntry } from "../../src/contract/schema/fields.ts";
import { nodeAt } from "../../src/contract/schema/fieldSchema.ts";
import { ruleName, rulesOf, type SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { compileSchema } from "../generate/compileSchema.ts";
import { changed } from "./change.ts";
import { saidOf, type RuleCase } from "./ruleCases.ts";

/** The cases that a schema does not treat as they say: none for the schema they were made for. */
export function unmetCases(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  cases: RuleCase[],
): string[] {
  return cases.filter((entry) => !isMet(schema, validators, entry)).map(({ rule }) => rule);
}

/** The mutants of a schema that none of its cases notices. */
export function survivorsOf(schema: EntitySchema, cases: RuleCase[]): { tried: number; survivors: string[] } {
  const mutants = mutantsOf(schema);
  const survivors = mutants.filter((mutant) => !isNoticed(mutant, cases)).map(({ without }) => without);
  return { tried: mutants.length, survivors };
}

function isNoticed({ schema, rule }: Mutant, cases: RuleCase[]): boolean {
  const validators = compileSchema(schema);
  const likeliestFirst = cases.toSorted((a, b) => Number(b.rule === rule) - Number(a.rule === rule));
  return likeliestFirst.some((entry) => !isMet(schema, validators, entry));
}

function isMet(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  { valid, invalid, says }: RuleCase,
): boolean {
  const said = (change: RuleCase["invalid"]) => saidOf(schema, validators, changed(schema, change));
  return valid.every((change) => said(change).length === 0) && isDeepStrictEqual(said(invalid), says);
}

/** A schema with one thing taken out of it. */
interface Mutant {
  /** What is missing, e.g. `county: minItems`. */
  without: string;
  /** The rule it belongs to, whose examples are tried first. */
  rule: string;
  schema: EntitySchema;
}

/**
 * A schema without each of its rules, one at a time: every keyword, every required name and named rule, every choice,
 * and every wording.
 */
function mutantsOf(schema: EntitySchema): Mutant[] {
  return [
    ...rulesOf(schema).flatMap((rule) => [dropped(schema, rule), ...choices(schema, rule)]),
    ...wordings(schema),
  ];
}

type Node = Record<string, unknown>;

function altered(schema: EntitySchema, node: string[], alter: (node: Node) => void): EntitySchema {
  const copy = structuredClone(schema);
  alter(nodeAt(copy, node) as unknown as Node);
  return copy;
}

function dropped(schema: EntitySchema, rule: SchemaRule): Mutant {
  const name = ruleName(rule);
  const mutant = altered(schema, rule.node, (node) => {
    // A comparison stands among the rules by name.
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

function choices(schema: EntitySchema, rule: SchemaRule): Mutant[] {
  const all = rule.value as unknown[];
  if (rule.keyword !== "enum" || all.length < 2) return [];
  return all.map((choice) => ({
    without: `${ruleName(rule)} ${JSON.stringify(choice)}`,
    rule: ruleName(rule),
    schema: altered(schema, rule.node, (node) => {
      node["enum"] = all.filter((other) => other !== choice);
    }),
  }));
}

function wordings(schema: EntitySchema): Mutant[] {
  return nodesOf(schema, []).flatMap((node) =>
    Object.keys(nodeAt(schema, node)?.["x-messages"] ?? {}).map((keyword) => {
      const where = node.filter((step) => step !== "properties").join(" / ");
      return {
        without: `${where}: wording of ${keyword}`,
        rule: `${where}: ${keyword}`,
        schema: altered(schema, node, (copy) => {
          delete (copy["x-messages"] as Node)[keyword];
        }),
      };
    }),
  );
}

/** Steps to every node that may word a rule. */
function nodesOf(node: FieldSchema, steps: string[]): string[][] {
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
    ...children.flatMap(([below, child]) => (child ? nodesOf(child, [...steps, ...below]) : [])),
  ];
}
