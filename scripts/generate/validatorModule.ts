import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { withDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

export const VALIDATOR_DECLARATION = `import type { ValidatorFunctions } from "@rjsf/validator-ajv8";

declare const validators: ValidatorFunctions;
export default validators;
`;

/**
 * Validation of one schema as a module without eval, which a strict Content-Security-Policy allows.
 * The same functions serve the form (through RJSF's precompiled validator) and the server.
 */
export async function validatorModule(schema: EntitySchema): Promise<string> {
  const code = compileSchemaValidatorsCode(withDefaultLimits(schema) as RJSFSchema, {
    ajvOptionsOverrides: { verbose: false, code: { lines: false } },
  });
  const imports: string[] = [];
  const body = code.replace('"use strict";', "").replace(/require\("([^"]+)"\)/g, (_, path: string) => {
    const name = `required${imports.length}`;
    imports.push(`import * as ${name} from "${path}.js";`);
    return `(${name}.default?.default ? ${name}.default : ${name})`;
  });
  return `${imports.join("\n")}\nconst exports = {};\n${body}\nexport default exports;\n`;
}
