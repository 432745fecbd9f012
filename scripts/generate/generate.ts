import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { readReferences } from "../validate/readReferences.ts";
import { checkSchemas } from "./checkSchemas.ts";
import {
  buildEntityTypes,
  buildValidatorModule,
  buildVocabularyTypes,
  VALIDATOR_DECLARATION,
} from "./generatedCode.ts";
import { readSchemas, type NamedSchema } from "./readSchemas.ts";
import { buildReferenceModule, selectUsedLists } from "./referenceLists.ts";
import { buildRegistry, buildRegistryFiles } from "./registryFiles.ts";

/** Only schemas whose documents are stored or edited by users get a generated validator. */
export const isUserEdited = ({ schema }: NamedSchema) =>
  schema["x-changes"]?.version !== undefined ||
  Object.values(schema.properties ?? {}).some(
    (field) => "x-section" in field || "minLength" in field || "pattern" in field,
  );

interface EarlierSchemas {
  /** The schemas of the newest release: stored records and metadata files can have their form. */
  released?: Map<string, EntitySchema> | undefined;
  /** The schemas as last generated: the code can use them. */
  generated?: Map<string, EntitySchema>;
}

/**
 * @returns file name (relative to the generated folder) -> content
 * @throws Error listing the mistakes in the schemas, with file, line and column
 */
export async function generate(
  folder: string,
  { released = new Map(), generated = new Map() }: EarlierSchemas = {},
): Promise<Map<string, string>> {
  const all = await readSchemas(folder);
  const { schemas, lists } = all;
  const missing = await findMissingSchemas(
    new Map([...released, ...generated]),
    schemas.map(({ name }) => name),
  );
  if (missing.length > 0) throw new Error(missing.join("\n"));
  checkSchemas(all, { references: await readSeedReferences(folder, schemas), released });
  const files = new Map<string, string>();
  files.set("README.md", "Written by `npm run generate` from `schemas/`. Do not edit.\n");
  files.set("entities.ts", await buildEntityTypes(schemas));
  files.set("vocabulary.ts", buildVocabularyTypes(all.vocabulary));
  for (const [file, text] of buildRegistryFiles(all)) files.set(file, text);
  const editedSchemas = schemas.filter(isUserEdited);
  for (const { name, schema } of editedSchemas) {
    files.set(`validators/${name}.js`, await buildValidatorModule(schema));
    files.set(`validators/${name}.d.ts`, VALIDATOR_DECLARATION);
  }
  files.set(
    "validators.ts",
    buildRegistry("validators", editedSchemas, (name) => `"./validators/${name}.js"`),
  );
  const entities = schemas.map(({ schema }) => schema);
  files.set("referenceLists.ts", buildReferenceModule(selectUsedLists(lists, entities)));
  return files;
}

/** Decoded with the schemas being checked, not with the generated ones. */
export function readSeedReferences(folder: string, schemas: NamedSchema[]) {
  const complete = schemas.filter(({ schema }) => schema.properties);
  const named = new Map(complete.map(({ name, schema }) => [name, schema]));
  return readReferences(join(folder, "reference"), (name) => named.get(name) ?? EMPTY_SCHEMA);
}

/** A missing schema is reported by `findMissingSchemas`, and one without properties by `checkSchemas`. */
const EMPTY_SCHEMA = { $id: "", title: "", properties: {} };

/** Finds deleted schemas that the code still uses; returns an error for each, with the first use. */
async function findMissingSchemas(
  before: Map<string, EntitySchema>,
  names: string[],
  source = "src",
): Promise<string[]> {
  const deleted = [...before].filter(([name]) => !names.includes(name));
  if (deleted.length === 0) return [];
  const files = await readdir(source, { recursive: true, withFileTypes: true });
  const code = files
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.parentPath.includes("generated"))
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
  const texts = await Promise.all(code.map(async (file) => [file, await readFile(file, "utf8")] as const));
  return deleted.flatMap(([name, { title }]) => {
    const usage = new RegExp(
      `"${name}"|import type \\{[^}]*\\b${title}\\b[^}]*\\} from ".*generated/entities`,
    );
    const user = texts.find(([, text]) => usage.test(text));
    if (!user) return [];
    const [file, text] = user;
    const line = text.slice(0, text.search(usage)).split("\n").length;
    return [`schemas/${name}.schema.json is missing, but ${file}:${line} uses it. Restore the file.`];
  });
}
