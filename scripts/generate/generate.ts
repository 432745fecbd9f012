import { checkVocabulary } from "./checkVocabulary.ts";
import { entityTypes } from "./entityTypes.ts";
import { readSchemas, type NamedSchema } from "./readSchemas.ts";
import { referenceModule } from "./referenceLists.ts";
import { validatorModule, VALIDATOR_DECLARATION } from "./validatorModule.ts";

/** Schemas whose documents people write, and which are therefore validated in form and server alike. */
const isWritten = ({ schema }: NamedSchema) =>
  Object.values(schema.properties ?? {}).some(
    (field) => "x-section" in field || "minLength" in field || "pattern" in field,
  );

/**
 * All files generated from the schemas in `folder`: types, resolved schemas, precompiled validators, and where the
 * lists to choose from are.
 *
 * @returns file name (relative to the generated folder) -> content
 * @throws Error naming file and keyword when a schema breaks the vocabulary
 */
export async function generate(folder: string): Promise<Map<string, string>> {
  const { product, schemas, vocabulary, lists } = await readSchemas(folder);
  checkVocabulary(schemas, vocabulary);
  const files = new Map<string, string>();
  files.set("README.md", "Written by `npm run generate` from `schemas/`. Do not edit.\n");
  files.set("product.ts", `export const PRODUCT = ${JSON.stringify(product)};\n`);
  files.set("entities.ts", await entityTypes(schemas));
  files.set("schemas.ts", registry(schemas));
  for (const { name, schema } of schemas) {
    files.set(`schemas/${name}.json`, `${JSON.stringify(schema, null, 1)}\n`);
  }
  const written = schemas.filter(isWritten);
  for (const { name, schema } of written) {
    files.set(`validators/${name}.js`, await validatorModule(schema));
    files.set(`validators/${name}.d.ts`, VALIDATOR_DECLARATION);
  }
  files.set("validators.ts", validatorRegistry(written));
  const entities = schemas.map(({ schema }) => schema);
  files.set("referenceLists.ts", referenceModule(lists, entities));
  return files;
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function registry(schemas: NamedSchema[]): string {
  const imports = schemas.map(
    ({ name }) => `import ${camel(name)} from "./schemas/${name}.json" with { type: "json" };`,
  );
  const entries = schemas.map(({ name }) => `  ${JSON.stringify(name)}: ${camel(name)},`);
  return `${imports.join("\n")}\n\nexport const schemas = {\n${entries.join("\n")}\n};\n`;
}

function validatorRegistry(schemas: NamedSchema[]): string {
  const imports = schemas.map(({ name }) => `import ${camel(name)} from "./validators/${name}.js";`);
  const entries = schemas.map(({ name }) => `  ${JSON.stringify(name)}: ${camel(name)},`);
  return `${imports.join("\n")}\n\nexport const validators = {\n${entries.join("\n")}\n};\n`;
}
