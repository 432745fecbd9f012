import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { addDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { NamedSchema, Vocabulary } from "./readSchemas.ts";

const BANNER = "/* Written by `npm run generate` from schemas/. Do not edit. */";

/** Property titles are left out: json-schema-to-typescript would make them type aliases. */
export async function buildEntityTypes(schemas: NamedSchema[]): Promise<string> {
  const parts: string[] = [BANNER];
  for (const { schema } of schemas) {
    const { title, ...rest } = schema;
    const untitled = { ...(removeTitlesAndExtensions(rest) as JSONSchema), $id: title, title };
    parts.push(await compile(untitled, title, { bannerComment: "", additionalProperties: false }));
  }
  return parts.join("\n");
}

function removeTitlesAndExtensions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(removeTitlesAndExtensions);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => !(key === "title" && typeof value === "string"),
  );
  return Object.fromEntries(
    entries
      .filter(([key, value]) => !key.startsWith("x-") && !(key === "deprecated" && Array.isArray(value)))
      .map(([key, value]) => [key, removeTitlesAndExtensions(value)]),
  );
}

/** Name of the type -> path to the keyword in the vocabulary that lists its values. */
const ENUM_PATHS: Record<string, string[]> = {
  WidgetName: ["x-widget"],
  AccessRole: ["x-access", "properties", "read", "items"],
  CodecName: ["x-wire", "oneOf", "1", "properties", "codec"],
  RoleName: ["x-role"],
  RuleName: ["x-rules", "items", "oneOf", "0"],
  DerivationName: ["x-derived", "properties", "by"],
  ConversionName: ["x-changes", "properties", "converted", "items", "properties", "by"],
};

/** Lets TypeScript check that the code handles every name in the vocabulary. */
export function buildVocabularyTypes({ definitions }: Vocabulary): string {
  const types = Object.entries(ENUM_PATHS).map(([type, steps]) => {
    const keyword = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown>)[step],
      definitions.node.properties,
    );
    const names = (keyword as { enum: string[] }).enum.map((name) => JSON.stringify(name));
    return `export type ${type} = ${names.join(" | ")};\n`;
  });
  return types.join("\n");
}

export const VALIDATOR_DECLARATION = `import type { ValidatorFunctions } from "@rjsf/validator-ajv8";

declare const validators: ValidatorFunctions;
export default validators;
`;

/**
 * Compiles a schema's validators into a module without eval, which a strict Content-Security-Policy allows. The form
 * (as RJSF's precompiled validator) and the server both use it.
 */
export async function buildValidatorModule(schema: EntitySchema): Promise<string> {
  const code = compileSchemaValidatorsCode(addDefaultLimits(schema) as RJSFSchema, {
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
