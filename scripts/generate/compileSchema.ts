import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

/** With the options of the generated validators. */
export function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 8, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
}

/** Compiles the meta-schema once for all schemas. */
const ajv = createAjv();

/** For schemas without a generated validator. */
export function compileSchema(schema: EntitySchema): ValidatorFunctions {
  const limited = addDefaultLimits(schema);
  try {
    return { [schema.$id]: ajv.compile(limited) } as unknown as ValidatorFunctions;
  } finally {
    // An edited schema with the same $id can follow.
    ajv.removeSchema(limited);
  }
}
