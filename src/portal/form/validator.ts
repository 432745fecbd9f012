import {
  deepEquals,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import { createPrecompiledValidator, type ValidatorFunctions } from "@rjsf/validator-ajv8";
import { groupBy } from "../../contract/groupBy.ts";
import type { Fault } from "../../contract/rules/faults.ts";
import type { JsonObject, EntitySchema } from "../../contract/schema/fields.ts";
import { isEnteredWhole, sectionsOf } from "./uiSchema.ts";

/**
 * The contract's check as RJSF's validator. RJSF's own would build a handler for every value at each run. Nothing is
 * compiled in the browser, so it works under a Content-Security-Policy without `unsafe-eval`.
 *
 * @param shownFaults what is wrong with some values, as far as the user is to be told now
 */
export function contractValidator(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  shownFaults: (values: JsonObject) => Fault[],
): ValidatorType<JsonObject> {
  const precompiled: ValidatorType<JsonObject> = createPrecompiledValidator(validators, schema as RJSFSchema);
  // In the order of the form; first what is wrong with a field it does not show.
  const order = sectionsOf(schema).flatMap(({ fields }) => fields);
  const rank = ({ path: [name = ""] }: Fault) => order.indexOf(name);
  const validateFormData: ValidatorType<JsonObject>["validateFormData"] = (values = {}) => {
    const faults = shownFaults(values).toSorted((a, b) => rank(a) - rank(b));
    const builder = new ErrorSchemaBuilder<JsonObject>();
    // A fault of the whole stands at no field: RJSF keeps what stands at the root from its templates.
    for (const { path, message } of faults) builder.addErrors(message, path.length === 0 ? [""] : path);
    return { errors: faults.map(asError), errorSchema: builder.ErrorSchema };
  };
  // RJSF asks which of the labelled constants of a choice a value is: for that nothing needs to be compiled.
  const isValid: ValidatorType<JsonObject>["isValid"] = (rule, value, root) =>
    rule.const === undefined ? precompiled.isValid(rule, value, root) : deepEquals(value, rule.const);
  return Object.assign(Object.create(Object.getPrototypeOf(precompiled) as object), precompiled, {
    validateFormData,
    isValid,
  }) as ValidatorType<JsonObject>;
}

const asError = ({ path, rule, message }: Fault): RJSFValidationError => ({
  name: rule,
  property: `.${path.join(".")}`,
  message,
  stack: message,
});

/** One thing wrong with a value, as the user is told now. */
export interface ShownError {
  path: string[];
  message: string;
}

/** Where an error stands, and what it says. */
export const errorPlace = ({ property = "", message = "" }: RJSFValidationError): ShownError => ({
  path: property.slice(1).split("."),
  message,
});

/** Where the user enters a value: an entry of a list that is entered whole has no input of its own. */
export const inputOf = (schema: EntitySchema, path: string[]): string[] =>
  path.length === 2 && isEnteredWhole(schema.properties[path[0] ?? ""]) ? path.slice(0, 1) : path;

/** The errors by the lines that tell them: several wrong entries of a list are one. */
export const linesOf = (schema: EntitySchema, errors: ShownError[]) =>
  groupBy(errors, ({ path, message }) => `${inputOf(schema, path).join(".")} ${message}`);

/**
 * What the server refused, where it stands now. The server counts the entries of a list as they were submitted: where
 * the list was changed since, a fault of an entry is only known to be the list's.
 */
export const placed = (refusals: Fault[], submitted: JsonObject | undefined, values: JsonObject): Fault[] =>
  refusals.map((fault) => {
    const [field = ""] = fault.path;
    const isAsSubmitted = !submitted || deepEquals(submitted[field], values[field]);
    return isAsSubmitted ? fault : { ...fault, path: fault.path.slice(0, 1) };
  });

/** A copy without the keys that hold nothing: to the schema, an emptied field is an absent one. */
export const plainCopy = (values: JsonObject): JsonObject => JSON.parse(JSON.stringify(values)) as JsonObject;
