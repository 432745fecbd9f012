import { hashForSchema, type RJSFSchema } from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { compileSchema, compileUnkept, createAjv } from "../../generate/compileSchema.ts";
import { listSchemaNodes } from "../../generate/vocabulary/schemaError.ts";

/** One for all edits: it compiles the meta-schema. */
const ajv = createAjv();

/** As the generator compiles a form's schema: RJSF finds the function of a condition by its hash. */
export function compileForm(schema: EntitySchema): ValidatorFunctions {
  const conditions = listSchemaNodes(schema).flatMap(({ node }) => node.if ?? []);
  const compiled = conditions.map((condition) => [
    hashForSchema(condition as RJSFSchema),
    compileUnkept(ajv, condition),
  ]);
  return { ...compileSchema(schema), ...Object.fromEntries(compiled) } as ValidatorFunctions;
}
