import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

/** For schemas without a generated validator. Uses the same Ajv options as the generated ones. */
export function compileSchema(schema: EntitySchema): ValidatorFunctions {
  const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 8, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return { [schema.$id]: ajv.compile(addDefaultLimits(schema)) } as unknown as ValidatorFunctions;
}
