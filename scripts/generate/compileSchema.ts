import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { withDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

/**
 * Validators of a schema compiled here and now, under the same options as the generated ones: for schemas that are
 * only read, for those of another revision, and for those a tool has altered.
 */
export function compileSchema(schema: EntitySchema): ValidatorFunctions {
  const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 8, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return { [schema.$id]: ajv.compile(withDefaultLimits(schema)) } as unknown as ValidatorFunctions;
}
