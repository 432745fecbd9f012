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

/** For schemas without a generated validator. */
export const compileSchema = (schema: EntitySchema): ValidatorFunctions =>
  ({ [schema.$id]: createAjv().compile(addDefaultLimits(schema)) }) as unknown as ValidatorFunctions;
