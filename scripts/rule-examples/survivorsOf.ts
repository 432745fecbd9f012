import { isDeepStrictEqual } from "node:util";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { compileSchema } from "../generate/compileSchema.ts";
import { changed } from "./change.ts";
import { mutantsOf, type Mutant } from "./mutants.ts";
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
