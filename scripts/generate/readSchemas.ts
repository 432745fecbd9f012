import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { readJson } from "../source/readJson.ts";
import { SourceFault, type Source } from "../source/source.ts";
import { readReferenceLists, sourceNames, type ReferenceList } from "./referenceLists.ts";
import { resolveSchemas } from "./resolveSchemas.ts";

export interface NamedSchema {
  name: string;
  /** With {product} and every $ref resolved, and every wire name said. */
  schema: EntitySchema;
  /** The file's text, for the line and column of what is wrong in it. */
  source: Source;
}

/** All that the schemas folder says. */
export interface Schemas {
  product: string;
  schemas: NamedSchema[];
  vocabulary: Vocabulary;
  lists: ReferenceList[];
}

/**
 * Reads every schema of a folder, puts the product's name in place of {product}, and the vocabulary beside them.
 *
 * @throws Error naming file, line and column of what cannot be read
 */
export async function readSchemas(folder: string): Promise<Schemas> {
  const text = (file: string) => readFile(join(folder, file), "utf8");
  const product = productIn(await text("product.json"));
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => file.replace(".schema.json", ""))
    .filter((name) => name !== "vocabulary")
    .sort();
  const texts = await Promise.all(
    names.map(async (name) => [name, await text(`${name}.schema.json`)] as const),
  );
  const vocabulary = JSON.parse(await text("vocabulary.schema.json")) as Vocabulary;
  const lists = await readReferenceLists(join(folder, "reference"));
  // The vocabulary refers to a file made of the lists; what counts is the lists as they stand now.
  vocabulary.definitions.node.properties["x-options"].properties.source = { enum: sourceNames(lists) };
  return { product, schemas: namedSchemas(new Map(texts), product), vocabulary, lists };
}

/** The schemas of some files, by name. */
export function namedSchemas(texts: Map<string, string>, product: string): NamedSchema[] {
  const files = [...texts].map(([name, text]) => ({
    name,
    source: sourceOf(`schemas/${name}.schema.json`, text.replaceAll("{product}", product)),
  }));
  const resolved = resolveSchemas(files);
  return files.map((file, index) => ({ ...file, schema: resolved[index]! }));
}

/** Names on the wire, types and files begin with it. */
const PRODUCT = /^[a-z][a-z0-9_]*$/;

/** @throws Error naming the line and column of a name that cannot be a part of names */
export function productIn(text: string): string {
  const file = "schemas/product.json";
  const source = sourceOf(file, text);
  const { product } = (source.value ?? {}) as { product?: unknown };
  if (typeof product === "string" && PRODUCT.test(product)) return product;
  const { line, column } = source.positionOf(["product"]);
  const found =
    product === undefined ? "There is no product" : `${JSON.stringify(product)} cannot begin names`;
  throw new Error(
    `${file}:${line}:${column}: ${found}: write {"product": "tdis"} with lower-case letters, digits and _, a letter first.`,
  );
}

/** A file names no `$schema`: an editor would check it against that one, and not against our vocabulary. */
function sourceOf(file: string, text: string): Source {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: ${error.message}`, { cause: error });
  }
}

/** The meta-schema of our own words, as far as the generator looks into it. */
export interface Vocabulary {
  definitions: {
    node: { properties: Record<string, object> & { "x-options": { properties: Record<string, object> } } };
  };
}
