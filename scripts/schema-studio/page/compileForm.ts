import { hashForSchema, type RJSFSchema } from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { compileSchema, createAjv } from "../../generate/compileSchema.ts";
import { listSchemaNodes } from "../../generate/vocabulary/schemaError.ts";

/** As the generator compiles a form's schema: RJSF finds the function of a condition by its hash. */
export function compileForm(schema: EntitySchema): ValidatorFunctions {
  const ajv = createAjv();
  const conditions = listSchemaNodes(schema).flatMap(({ node }) => node.if ?? []);
  const compiled = conditions.map((condition) => [
    hashForSchema(condition as RJSFSchema),
    ajv.compile(condition),
  ]);
  return { ...compileSchema(schema), ...Object.fromEntries(compiled) } as ValidatorFunctions;
}
