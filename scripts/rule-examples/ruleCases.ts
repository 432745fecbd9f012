import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { check } from "../../src/contract/rules/check.ts";
import type { Fault } from "../../src/contract/rules/faults.ts";
import type { JsonObject, EntitySchema } from "../../src/contract/schema/fields.ts";
import { nodeAt } from "../../src/contract/schema/fieldSchema.ts";
import { ruleName, rulesOf, type SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { breakingValues, keepingValues } from "./candidates.ts";
import { changeTo, valueAt, withValue, type Change } from "./change.ts";
import { conditionBase } from "./conditionBase.ts";

/** One rule with documents that keep it and one that breaks it, as changes of the schema's example. */
export interface RuleCase {
  rule: string;
  valid: Change[];
  invalid: Change;
  /** Everything that is wrong with the invalid one: `path: wording`. */
  says: string[];
}

interface RuleCases {
  cases: RuleCase[];
  /** Rules without an example, each with what to add to the schema. */
  missing: string[];
}

/** What a document breaks, as the cases write it down. */
export const saidOf = (schema: EntitySchema, validators: ValidatorFunctions, document: unknown): string[] =>
  check(schema, validators, document as JsonObject).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

/** A case for every rule of a schema, made of its examples and x-counterexample values. */
export function ruleCases(schema: EntitySchema, validators: ValidatorFunctions): RuleCases {
  const found: RuleCases = { cases: [], missing: [] };
  for (const rule of rulesOf(schema)) {
    const made = caseOf(schema, validators, rule);
    if (typeof made === "string") found.missing.push(`${schema.$id} / ${ruleName(rule)}: ${made}`);
    else found.cases.push(made);
  }
  return found;
}

function caseOf(schema: EntitySchema, validators: ValidatorFunctions, rule: SchemaRule): RuleCase | string {
  const base = conditionBase(schema, rule);
  const said = (document: unknown) => saidOf(schema, validators, document);
  if (base === undefined) return 'no example meets its condition. Add "examples" that do.';
  const faults = said(base);
  if (faults.length > 0) return `the examples break a rule (${faults.join("; ")}). Correct them.`;
  const path = rule.place.map((step) => (step === "*" ? "0" : step));
  const node = nodeAt(schema, rule.node)!;
  const example = valueAt(base, path) ?? node.examples?.[0] ?? PLAIN[String([node.type].flat()[0])];
  const invalid = brokenDocuments(rule, base, path, breakingValues(rule, node, example));
  const telling = theTelling(invalid, rule, path, (document) =>
    check(schema, validators, document as JsonObject),
  );
  if (telling === undefined)
    return `no example breaks it. Add "x-counterexample": {"${nameOf(rule)}": ...} beside it.`;
  const kept = keepingValues(rule, node, example).map((value) => withValue(base, path, value));
  const valid = [...(rule.keyword === "enum" ? [] : [base]), ...kept].filter(
    (document) => said(document).length === 0,
  );
  if (valid.length === 0) return `no example keeps it. Add "examples" that do.`;
  return {
    rule: ruleName(rule),
    valid: uniqueChanges(valid.map((document) => changeTo(schema, document))),
    invalid: changeTo(schema, telling),
    says: said(telling),
  };
}

/** What serves for a part that is in no example, such as an entry of a list that may be empty. */
const PLAIN: Record<string, unknown> = { string: "text", integer: 1, number: 1, boolean: true };

const nameOf = ({ keyword, value }: SchemaRule) => (keyword === "x-rules" ? String(value) : keyword);

function brokenDocuments(rule: SchemaRule, base: unknown, path: string[], values: unknown[]): unknown[] {
  if (rule.keyword === "required") return [withValue(base, [...path, String(rule.value)], undefined)];
  if (rule.keyword === "additionalProperties") return [withValue(base, [...path, "notAField"], "something")];
  return values.map((value) => withValue(base, path, value));
}

/** The first document that breaks this rule and nothing else; failing that, one that breaks this rule at all. */
function theTelling(
  documents: unknown[],
  rule: SchemaRule,
  path: string[],
  check: (document: unknown) => Fault[],
) {
  const tried = documents.map((document) => ({ document, faults: check(document) }));
  const breaks = (fault: Fault) =>
    fault.rule === nameOf(rule) && path.every((step, at) => fault.path[at] === step);
  const alone = tried.find(({ faults }) => faults.length === 1 && breaks(faults[0]!));
  return (alone ?? tried.find(({ faults }) => faults.some(breaks)))?.document;
}

function uniqueChanges(changes: Change[]): Change[] {
  const texts = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...texts.values()];
}
