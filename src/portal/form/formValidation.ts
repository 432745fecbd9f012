import type { CustomValidator, FormValidation, RJSFSchema, RJSFValidationError } from "@rjsf/utils";
import { createPrecompiledValidator, type ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { Fault } from "../../contract/faults.ts";
import type { Bag, EntitySchema } from "../../contract/fields.ts";
import { wordingOf } from "../../contract/wording.ts";
import { sectionsOf } from "./sections.ts";

/** How one form is validated: RJSF's props, and the same check without RJSF. */
export type FormValidator = ReturnType<typeof formValidation>;

/**
 * Validation of a schema by its precompiled functions: nothing is compiled in the browser, so it works under a
 * Content-Security-Policy without `unsafe-eval`.
 *
 * @param validators the generated functions, by the schema's `$id`
 * @throws Error when they hold none for the schema
 */
export function formValidation(schema: EntitySchema, validators: ValidatorFunctions) {
  const plain = schema as RJSFSchema;
  const validator = createPrecompiledValidator<Bag>(validators, plain);
  const transformErrors = (errors: RJSFValidationError[]) =>
    errors.map((error) => ({ ...error, message: worded(schema, error) }));
  return {
    validator,
    transformErrors,
    /** Broken rules in the order of the form, one per place. */
    faultsFrom: (errors: RJSFValidationError[]) => inFormOrder(schema, onePerPlace(errors.map(faultOf))),
    faultsIn(values: Bag, further: CustomValidator<Bag>): Fault[] {
      const { errors } = validator.validateFormData(plainCopy(values), plain, further, transformErrors);
      return this.faultsFrom(errors);
    },
  };
}

/** A copy without the keys that hold nothing: to the schema, an emptied field is an absent one. */
export const plainCopy = (values: Bag): Bag => JSON.parse(JSON.stringify(values)) as Bag;

function worded(schema: EntitySchema, { name = "", schemaPath = "#", params, message }: RJSFValidationError) {
  return wordingOf(schema, {
    keyword: name,
    schemaPath,
    params: (params ?? {}) as Bag,
    ...(message !== undefined && { message }),
  });
}

const faultOf = ({ name = "rule", property = "", message = "" }: RJSFValidationError): Fault => ({
  path: property.split(".").filter(Boolean),
  rule: name,
  message,
});

/** An empty text breaks both its length and its pattern; the user is told the first only. */
function onePerPlace(faults: Fault[]): Fault[] {
  const places = new Map<string, Fault>();
  for (const fault of faults) {
    const place = fault.path.join("/");
    if (!places.has(place)) places.set(place, fault);
  }
  return [...places.values()];
}

function inFormOrder(schema: EntitySchema, faults: Fault[]): Fault[] {
  const order = sectionsOf(schema).flatMap(({ fields }) => fields);
  const rank = ({ path }: Fault) => {
    const index = order.indexOf(path[0] ?? "");
    return index < 0 ? order.length : index;
  };
  return faults.toSorted((a, b) => rank(a) - rank(b));
}

/** RJSF makes a handler for each value there is; a rule may speak of one that is missing. */
interface Handler {
  __errors?: string[];
  addError?: (message: string) => void;
  [step: string]: unknown;
}

/** Tells RJSF of a fault that its schema does not find. */
export function addFault(errors: FormValidation<Bag>, { path, message }: Fault): void {
  let handler = errors as unknown as Handler;
  for (const step of path) {
    handler[step] ??= { __errors: [] };
    handler = handler[step] as Handler;
  }
  (handler.__errors ??= []).push(message);
}
