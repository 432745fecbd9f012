import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";

/** With the options of the generated validators. */
export function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 8, strict: false });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
}

/** Keeps nothing of the schema, so that an edited one with the same $id can follow. */
export function compileUnkept(ajv: Ajv, schema: FieldSchema): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

/** One for all schemas: it compiles the meta-schema. */
const ajv = createAjv();

/** For schemas without a generated validator. */
export const compileSchema = (schema: EntitySchema): ValidatorFunctions =>
  ({ [schema.$id]: compileUnkept(ajv, addDefaultLimits(schema)) }) as unknown as ValidatorFunctions;
