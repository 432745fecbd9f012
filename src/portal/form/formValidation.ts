import type { RJSFSchema } from "@rjsf/utils";
import { createPrecompiledValidator, type ValidatorFunctions } from "@rjsf/validator-ajv8";
import { check } from "../../contract/check.ts";
import type { Fault } from "../../contract/faults.ts";
import { faultsOfChange } from "../../contract/faultsOfChange.ts";
import type { Bag, EntitySchema } from "../../contract/fields.ts";
import { onePerPlace } from "../../contract/onePerPlace.ts";
import type { References } from "../../contract/references.ts";
import { sectionsOf } from "./sections.ts";

/** How one form is validated. */
export type FormValidator = ReturnType<typeof formValidation>;

interface FormStart {
  values: Bag;
  kept: string[];
}

/**
 * Validation of a schema by its precompiled functions: nothing is compiled in the browser, so it works under a
 * Content-Security-Policy without `unsafe-eval`. The contract's own check runs, as on the server; RJSF is given the
 * validator for what it asks of schemas, and not for faults: it would build a handler for every value each time.
 *
 * @param validators the generated functions, by the schema's `$id`
 * @param start what the form began with, and which of its fields its user cannot edit
 * @throws Error when they hold none for the schema
 */
export function formValidation(
  schema: EntitySchema,
  validators: ValidatorFunctions,
  { values: before, kept }: FormStart,
) {
  return {
    validator: createPrecompiledValidator<Bag>(validators, schema as RJSFSchema),
    /** Broken rules in the order of the form, and what else is wrong at places where none is broken. */
    faultsIn(values: Bag, references: References, further: Fault[]): Fault[] {
      const now = plainCopy(values);
      const faults = faultsOfChange(check(schema, validators, now, references), before, now, kept);
      return inFormOrder(schema, onePerPlace([...faults, ...further]));
    },
  };
}

/** A copy without the keys that hold nothing: to the schema, an emptied field is an absent one. */
export const plainCopy = (values: Bag): Bag => JSON.parse(JSON.stringify(values)) as Bag;

function inFormOrder(schema: EntitySchema, faults: Fault[]): Fault[] {
  const order = sectionsOf(schema).flatMap(({ fields }) => fields);
  const rank = ({ path }: Fault) => {
    const index = order.indexOf(path[0] ?? "");
    return index < 0 ? order.length : index;
  };
  return faults.toSorted((a, b) => rank(a) - rank(b));
}
