import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { onePerPlace, type Fault } from "./faults.ts";
import type { JsonObject, EntitySchema } from "../schema/fields.ts";
import { NO_REFERENCES, type References } from "../schema/references.ts";
import { brokenRules } from "./rules.ts";
import { wordingOf } from "./wording.ts";

/**
 * Every broken rule of a document, worded as its schema words it. Form and server run the same check.
 *
 * @param validators the generated validators of the same schema
 * @returns faults in the order of the schema's fields; none when the document is valid
 */
export function check(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  document: JsonObject,
  references: References = NO_REFERENCES,
): Fault[] {
  const validate = validators[schema.$id];
  if (!validate) throw new Error(`No validator was generated for the schema "${schema.$id}"`);
  validate(document);
  const broken = (validate.errors ?? [])
    .filter(({ keyword, schemaPath }) => keyword !== CONDITION && !ALTERNATIVE.test(schemaPath))
    .map((error) => ({
      path: pathOf(error.instancePath, error.params as JsonObject),
      rule: error.keyword,
      message: wordingOf(schema, { ...error, params: error.params as JsonObject }),
    }));
  return inFieldOrder(schema, onePerPlace([...broken, ...brokenRules(schema, document, references)]));
}

/** Ajv tells of a broken branch twice: by the rule in it, which is what people want to know, and by the `if`. */
const CONDITION = "if";

/** Below a choice of several, or what some entry must be: that it is none of them is told once. */
const ALTERNATIVE = /\/(oneOf\/\d+|contains)\//;

function pathOf(instancePath: string, params: JsonObject): string[] {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const named = params.missingProperty ?? params.additionalProperty;
  return named === undefined ? steps : [...steps, String(named)];
}

function inFieldOrder(schema: EntitySchema, faults: Fault[]): Fault[] {
  const order = Object.keys(schema.properties);
  return faults.toSorted((a, b) => order.indexOf(a.path[0] ?? "") - order.indexOf(b.path[0] ?? ""));
}
