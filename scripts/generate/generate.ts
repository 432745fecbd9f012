import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { readReferences } from "../validate/readReferences.ts";
import { checkVocabulary } from "./checkVocabulary.ts";
import { entityTypes } from "./entityTypes.ts";
import { goneSchemas } from "./goneSchemas.ts";
import { readSchemas, type NamedSchema } from "./readSchemas.ts";
import { referenceModule } from "./referenceLists.ts";
import { validatorModule, VALIDATOR_DECLARATION } from "./validatorModule.ts";
import { vocabularyTypes } from "./vocabularyTypes.ts";

/** Schemas whose documents people write, and which are therefore validated in form and server alike. */
const isWritten = ({ schema }: NamedSchema) =>
  Object.values(schema.properties ?? {}).some(
    (field) => "x-section" in field || "minLength" in field || "pattern" in field,
  );

/**
 * All files generated from the schemas in `folder`: types, resolved schemas, precompiled validators, and where the
 * lists to choose from are.
 *
 * @param before the edition that was generated last, where there is one
 * @returns file name (relative to the generated folder) -> content
 * @throws Error naming file and keyword when a schema breaks the vocabulary
 */
export async function generate(
  folder: string,
  before = new Map<string, EntitySchema>(),
): Promise<Map<string, string>> {
  const all = await readSchemas(folder);
  const { product, schemas, lists } = all;
  const gone = await goneSchemas(
    before,
    schemas.map(({ name }) => name),
  );
  if (gone.length > 0) throw new Error(gone.join("\n"));
  checkVocabulary(all, { references: await seedReferences(folder, schemas), before });
  const files = new Map<string, string>();
  files.set("README.md", "Written by `npm run generate` from `schemas/`. Do not edit.\n");
  files.set("product.ts", `export const PRODUCT = ${JSON.stringify(product)};\n`);
  files.set("entities.ts", await entityTypes(schemas));
  files.set("vocabulary.ts", vocabularyTypes(all.vocabulary));
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

/** The lists a new installation starts with, as these schemas read them. */
export function seedReferences(folder: string, schemas: NamedSchema[]) {
  const named = new Map(schemas.map(({ name, schema }) => [name, schema]));
  return readReferences(join(folder, "reference"), (name) => named.get(name) ?? MISSING);
}

/** A schema that is gone is told of by itself. */
const MISSING = { $id: "", title: "", properties: {} };

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
