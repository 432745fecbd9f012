import {
  deepEquals,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import { createPrecompiledValidator, type ValidatorFunctions } from "@rjsf/validator-ajv8";
import { check } from "../../contract/rules/check.ts";
import { faultsOfChange, onePerPlace, type Fault } from "../../contract/rules/faults.ts";
import type { Bag, EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { sectionsOf } from "./uiSchema.ts";

/** What a check of a form's values rests on besides the schema. */
export interface CheckBasis {
  schema: EntitySchema;
  /** The precompiled functions of the same schema. */
  validators: ValidatorFunctions;
  /** The values the form began with. */
  initial: Bag;
  /** Names of the fields that cannot be edited; they are not refused as they stand. */
  kept: string[];
}

/** Broken rules in the order of the form; at places where none is broken, what else is wrong there. */
export function faultsIn(
  { schema, validators, initial, kept }: CheckBasis,
  values: Bag,
  references: References,
  further: Fault[],
): Fault[] {
  const faults = faultsOfChange(check(schema, validators, values, references), initial, values, kept);
  const order = sectionsOf(schema).flatMap(({ fields }) => fields);
  const rank = ({ path }: Fault) => (order.indexOf(path[0] ?? "") + order.length + 1) % (order.length + 1);
  return onePerPlace([...faults, ...further]).toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The contract's check as RJSF's validator. RJSF's own would build a handler for every value at each run. Nothing is
 * compiled in the browser, so it works under a Content-Security-Policy without `unsafe-eval`.
 *
 * @param shownFaults what is wrong with some values, as far as the user is to be told now
 */
export function contractValidator(
  { schema, validators }: CheckBasis,
  shownFaults: (values: Bag) => Fault[],
): ValidatorType<Bag> {
  const precompiled: ValidatorType<Bag> = createPrecompiledValidator(validators, schema as RJSFSchema);
  const validateFormData: ValidatorType<Bag>["validateFormData"] = (values = {}) => {
    const faults = shownFaults(values);
    const builder = new ErrorSchemaBuilder<Bag>();
    // A fault of the whole stands at no field: RJSF keeps what stands at the root from its templates.
    for (const { path, message } of faults) builder.addErrors(message, path.length === 0 ? [""] : path);
    return { errors: faults.map(asError), errorSchema: builder.ErrorSchema };
  };
  // RJSF asks which of the labelled constants of a choice a value is: for that nothing needs to be compiled.
  const isValid: ValidatorType<Bag>["isValid"] = (rule, value, root) =>
    rule.const === undefined ? precompiled.isValid(rule, value, root) : deepEquals(value, rule.const);
  return Object.assign(Object.create(Object.getPrototypeOf(precompiled) as object), precompiled, {
    validateFormData,
    isValid,
  }) as ValidatorType<Bag>;
}

const asError = ({ path, rule, message }: Fault): RJSFValidationError => ({
  name: rule,
  property: `.${path.join(".")}`,
  message,
  stack: message,
});

/** A copy without the keys that hold nothing: to the schema, an emptied field is an absent one. */
export const plainCopy = (values: Bag): Bag => JSON.parse(JSON.stringify(values)) as Bag;
