import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { parseSource } from "../source/parseSource.ts";
import type { Source } from "../source/source.ts";
import type { ReferenceList } from "./choiceLists.ts";
import { readReferenceLists, listSourceNames } from "./referenceLists.ts";
import { resolveSchemas } from "./resolveSchemas.ts";

export interface NamedSchema {
  name: string;
  /** With {product}, every $ref and all wire names resolved. */
  schema: EntitySchema;
  /** The file's content with positions, for error messages. */
  source: Source;
}

export interface Schemas {
  product: string;
  schemas: NamedSchema[];
  vocabulary: Vocabulary;
  lists: ReferenceList[];
}

/** Content of the files in the schemas folder. */
export interface SchemaTexts {
  product: string;
  vocabulary: string;
  /** By name of the schema. */
  schemas: Map<string, string>;
}

/** @throws Error with file, line and column of what cannot be read */
export async function readSchemas(folder: string): Promise<Schemas> {
  const [texts, lists] = await Promise.all([
    readSchemaTexts(folder),
    readReferenceLists(join(folder, "reference")),
  ]);
  return buildSchemas(texts, lists);
}

export async function readSchemaTexts(folder: string): Promise<SchemaTexts> {
  const readText = (file: string) => readFile(join(folder, file), "utf8");
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => file.replace(".schema.json", ""))
    .filter((name) => name !== "vocabulary")
    .sort();
  const schemas = names.map(async (name) => [name, await readText(`${name}.schema.json`)] as const);
  return {
    product: await readText("product.json"),
    vocabulary: await readText("vocabulary.schema.json"),
    schemas: new Map(await Promise.all(schemas)),
  };
}

/** @throws Error with file, line and column of what cannot be read */
export function buildSchemas(texts: SchemaTexts, lists: ReferenceList[]): Schemas {
  const product = parseProduct(texts.product);
  const vocabulary = parseVocabulary(texts.vocabulary, lists);
  return { product, schemas: parseSchemas(texts.schemas, product), vocabulary, lists };
}

/** The vocabulary refers to a generated file, which may be older than the lists. */
export function parseVocabulary(text: string, lists: ReferenceList[]): Vocabulary {
  const vocabulary = JSON.parse(text) as Vocabulary;
  vocabulary.definitions.node.properties["x-options"].properties.source = { enum: listSourceNames(lists) };
  return vocabulary;
}

/** @param texts name of the schema -> content of its file */
export function parseSchemas(
  texts: Map<string, string>,
  product: string,
  parse: typeof parseSource = parseSource,
): NamedSchema[] {
  const files = [...texts].map(([name, text]) => ({
    name,
    source: parse(`schemas/${name}.schema.json`, text.replaceAll("{product}", product)),
  }));
  const resolved = resolveSchemas(files);
  return files.map((file, index) => ({ ...file, schema: resolved[index]! }));
}

/** Wire names begin with it. */
const PRODUCT_PATTERN = /^[a-z][a-z0-9_]*$/;

/** @throws Error with line and column of a missing or invalid product name */
export function parseProduct(text: string): string {
  const file = "schemas/product.json";
  const source = parseSource(file, text);
  const { product } = (source.value ?? {}) as { product?: unknown };
  if (typeof product === "string" && PRODUCT_PATTERN.test(product)) return product;
  const { line, column } = source.positionOf(["product"]);
  const problem =
    product === undefined ? '"product" is missing' : `${JSON.stringify(product)} is not a valid product name`;
  throw new Error(
    `${file}:${line}:${column}: ${problem}. Use lower-case letters, digits and _, starting with a letter, for example {"product": "tdis"}.`,
  );
}

/** The parts of the vocabulary's meta-schema that the generator reads. */
export interface Vocabulary {
  definitions: {
    node: { properties: Record<string, object> & { "x-options": { properties: Record<string, object> } } };
  };
}
