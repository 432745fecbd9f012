import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { readReferences } from "../validate/readReferences.ts";
import { checkVocabulary } from "./checkVocabulary.ts";
import {
  entityTypes,
  firstFieldsModule,
  VALIDATOR_DECLARATION,
  validatorModule,
  vocabularyTypes,
} from "./generatedCode.ts";
import { readSchemas, type NamedSchema } from "./readSchemas.ts";
import { referenceModule } from "./referenceLists.ts";

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
  files.set(
    "schemas.ts",
    registry("schemas", schemas, (name) => `"./schemas/${name}.json" with { type: "json" }`),
  );
  for (const { name, schema } of schemas) {
    files.set(`schemas/${name}.json`, `${JSON.stringify(schema, null, 1)}\n`);
  }
  const written = schemas.filter(isWritten);
  for (const { name, schema } of written) {
    files.set(`validators/${name}.js`, await validatorModule(schema));
    files.set(`validators/${name}.d.ts`, VALIDATOR_DECLARATION);
  }
  files.set(
    "validators.ts",
    registry("validators", written, (name) => `"./validators/${name}.js"`),
  );
  const entities = schemas.map(({ schema }) => schema);
  files.set("referenceLists.ts", referenceModule(lists, entities));
  const metadata = schemas.find(({ name }) => name === "metadata");
  if (metadata) files.set("firstFields.ts", firstFieldsModule(metadata));
  return files;
}

/** The lists a new installation starts with, as these schemas read them. */
function seedReferences(folder: string, schemas: NamedSchema[]) {
  const named = new Map(schemas.map(({ name, schema }) => [name, schema]));
  return readReferences(join(folder, "reference"), (name) => named.get(name) ?? MISSING);
}

/** A schema that is gone is told of by itself. */
const MISSING = { $id: "", title: "", properties: {} };

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A module that holds a file of each schema under the schema's name. */
function registry(exported: string, schemas: NamedSchema[], fileOf: (name: string) => string): string {
  const imports = schemas.map(({ name }) => `import ${camel(name)} from ${fileOf(name)};`);
  const entries = schemas.map(({ name }) => `  ${JSON.stringify(name)}: ${camel(name)},`);
  return `${imports.join("\n")}\n\nexport const ${exported} = {\n${entries.join("\n")}\n};\n`;
}

/**
 * Schemas that were generated last, whose files are gone and that code still needs.
 *
 * @returns a line for each, with the first place in the code that names it
 */
async function goneSchemas(
  before: Map<string, EntitySchema>,
  names: string[],
  source = "src",
): Promise<string[]> {
  const gone = [...before].filter(([name]) => !names.includes(name));
  if (gone.length === 0) return [];
  const files = await readdir(source, { recursive: true, withFileTypes: true });
  const code = files
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.parentPath.includes("generated"))
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
  const texts = await Promise.all(code.map(async (file) => [file, await readFile(file, "utf8")] as const));
  return gone.flatMap(([name, { title }]) => {
    const needs = new RegExp(
      `"${name}"|import type \\{[^}]*\\b${title}\\b[^}]*\\} from ".*generated/entities`,
    );
    const user = texts.find(([, text]) => needs.test(text));
    if (!user) return [];
    const [file, text] = user;
    const line = text.slice(0, text.search(needs)).split("\n").length;
    return [`schemas/${name}.schema.json is gone, and ${file}:${line} needs it: put it back.`];
  });
}
