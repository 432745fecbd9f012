import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { withDefaultLimits } from "../../src/contract/schema/defaultLimits.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { isWide, sectionsOf } from "../../src/portal/form/uiSchema.ts";
import type { NamedSchema, Vocabulary } from "./readSchemas.ts";

const BANNER = "/* Written by `npm run generate` from schemas/. Do not edit. */";

/** One TypeScript interface per schema. Property titles are left out: they would become type aliases. */
export async function entityTypes(schemas: NamedSchema[]): Promise<string> {
  const parts: string[] = [BANNER];
  for (const { schema } of schemas) {
    const { title, ...rest } = schema;
    const bare = { ...(withoutTitles(rest) as JSONSchema), $id: title, title };
    parts.push(await compile(bare, title, { bannerComment: "", additionalProperties: false }));
  }
  return parts.join("\n");
}

function withoutTitles(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => !(key === "title" && typeof value === "string"),
  );
  return Object.fromEntries(
    entries.filter(([key]) => !key.startsWith("x-")).map(([key, value]) => [key, withoutTitles(value)]),
  );
}

/** Type -> the steps to the word of the vocabulary that lists its names. */
const LISTED: Record<string, string[]> = {
  WidgetName: ["x-widget"],
  PartyName: ["x-access", "properties", "read", "items"],
  CodecName: ["x-wire", "oneOf", "1", "properties", "codec"],
  RoleName: ["x-role"],
  RuleName: ["x-rules", "items", "oneOf", "0"],
  DerivationName: ["x-derived", "properties", "by"],
};

/** The names that the vocabulary lists, as types: what code has for each of them is checked to be all. */
export function vocabularyTypes({ definitions }: Vocabulary): string {
  const types = Object.entries(LISTED).map(([type, steps]) => {
    const word = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown>)[step],
      definitions.node.properties,
    );
    const names = (word as { enum: string[] }).enum.map((name) => JSON.stringify(name));
    return `export type ${type} = ${names.join(" | ")};\n`;
  });
  return types.join("\n");
}

/** What a record's form begins with, to be shown while all that the form is made of is on its way. */
export function firstFieldsModule({ schema }: NamedSchema): string {
  const [section] = sectionsOf(schema);
  const all = section?.fields.map((name) => schema.properties[name] ?? {}) ?? [];
  const fields = all.map(({ title = "", description = "" }, index) => ({
    ...{ title, description, isWide: isWide(all, index) },
    isRequired: schema.required?.includes(section?.fields[index] ?? "") ?? false,
  }));
  const content = JSON.stringify({ section: section?.title ?? "", fields }, null, 1);
  return `${BANNER}\nexport const firstFields = ${content};\n`;
}

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
