import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { FieldError } from "../../src/contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { buildExampleEntity, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import { formatRuleName, listSchemaRules, type SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { buildBreakingValues, buildKeepingValues } from "./candidateValues.ts";
import { findChange, getValueAt, withValue, type ExampleChange } from "./exampleChange.ts";
import { findBaseDocument } from "./findBaseDocument.ts";

/** Valid documents and an invalid one for a rule, as changes of the schema's example. */
export interface RuleCase {
  rule: string;
  valid: ExampleChange[];
  invalid: ExampleChange;
  /** All errors of the invalid document, as `path: message`. */
  errors: string[];
}

interface RuleCases {
  cases: RuleCase[];
  /** Rules without an example, each with what to add to the schema. */
  missing: string[];
}

export const listErrors = (
  schema: EntitySchema,
  validators: ValidatorFunctions,
  document: unknown,
): string[] => formatErrors(validateEntity(schema, validators, document as JsonObject));

const formatErrors = (errors: FieldError[]) =>
  errors.map(({ path, message }) => `${path.join(".")}: ${message}`);

type Check = (document: unknown) => FieldError[];

/** Checks each document once: most rules have the same base document. */
function createCheck(schema: EntitySchema, validators: ValidatorFunctions): Check {
  const known = new Map<unknown, FieldError[]>();
  return (document) => {
    const errors = known.get(document) ?? validateEntity(schema, validators, document as JsonObject);
    known.set(document, errors);
    return errors;
  };
}

/** Builds a case for every rule of a schema from its examples and x-counterexample values. */
export function buildRuleCases(schema: EntitySchema, validators: ValidatorFunctions): RuleCases {
  const result: RuleCases = { cases: [], missing: [] };
  const example = buildExampleEntity(schema);
  const check = createCheck(schema, validators);
  for (const rule of listSchemaRules(schema)) {
    const ruleCase = buildRuleCase(schema, example, rule, check);
    if (typeof ruleCase === "string")
      result.missing.push(`${schema.$id} / ${formatRuleName(rule)}: ${ruleCase}`);
    else result.cases.push(ruleCase);
  }
  return result;
}

/** @returns the case, or what to add to the schema */
function buildRuleCase(
  schema: EntitySchema,
  exampleDocument: JsonObject,
  rule: SchemaRule,
  check: Check,
): RuleCase | string {
  const base = findBaseDocument(schema, rule, exampleDocument);
  if (base === undefined) return 'no example meets its condition. Add "examples" that do.';
  const errors = formatErrors(check(base));
  if (errors.length > 0) return `the examples break a rule (${errors.join("; ")}). Correct them.`;
  const path = rule.valuePath.map((step) => (step === "*" ? "0" : step));
  const node = getSchemaNode(schema, rule.schemaPath)!;
  const example =
    getValueAt(base, path) ?? node.examples?.[0] ?? DEFAULT_VALUES[String([node.type].flat()[0])];
  const invalid = buildBrokenDocuments(rule, base, path, buildBreakingValues(rule, node, example));
  const breaking = chooseBreakingDocument(invalid, rule, path, check);
  if (breaking === undefined)
    return `no example breaks it. Add "x-counterexample": {"${getRuleName(rule)}": ...} beside it.`;
  const keeping = buildKeepingValues(rule, node, example).map((value) => withValue(base, path, value));
  const valid = [...(["enum", "oneOf"].includes(rule.keyword) ? [] : [base]), ...keeping].filter(
    (document) => check(document).length === 0,
  );
  if (valid.length === 0) return `no example complies with it. Add "examples" that do.`;
  return {
    rule: formatRuleName(rule),
    valid: removeDuplicates(valid.map((document) => findChange(schema, document))),
    invalid: findChange(schema, breaking),
    errors: formatErrors(check(breaking)),
  };
}

/** For parts without an example, such as entries of an optional list. */
const DEFAULT_VALUES: Record<string, unknown> = { string: "text", integer: 1, number: 1, boolean: true };

const getRuleName = ({ keyword, value }: SchemaRule) => (keyword === "x-rules" ? String(value) : keyword);

function buildBrokenDocuments(rule: SchemaRule, base: unknown, path: string[], values: unknown[]): unknown[] {
  if (rule.keyword === "required") return [withValue(base, [...path, String(rule.value)], undefined)];
  if (rule.keyword === "additionalProperties") return [withValue(base, [...path, "notAField"], "something")];
  return values.map((value) => withValue(base, path, value));
}

/** Prefers a document that breaks only this rule. */
function chooseBreakingDocument(documents: unknown[], rule: SchemaRule, path: string[], check: Check) {
  const results = documents.map((document) => ({ document, errors: check(document) }));
  const isFromRule = (error: FieldError) =>
    error.rule === getRuleName(rule) && path.every((step, index) => error.path[index] === step);
  const onlyThisRule = results.find(({ errors }) => errors.length === 1 && isFromRule(errors[0]!));
  return (onlyThisRule ?? results.find(({ errors }) => errors.some(isFromRule)))?.document;
}

function removeDuplicates(changes: ExampleChange[]): ExampleChange[] {
  const texts = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...texts.values()];
}
