import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/fields.ts";
import { readJson } from "../source/readJson.ts";
import type { Source } from "../source/source.ts";
import { SourceFault } from "../source/sourceFault.ts";
import { readReferenceLists, sourceNames } from "./referenceLists.ts";

export interface NamedSchema {
  name: string;
  /** With {product} resolved. */
  schema: EntitySchema;
  /** The file's text, for the line and column of what is wrong in it. */
  source: Source;
}

/** Reads every schema of a folder, puts the product's name in place of {product}, and the vocabulary beside them. */
export async function readSchemas(folder: string) {
  const text = (file: string) => readFile(join(folder, file), "utf8");
  const { product } = JSON.parse(await text("product.json")) as { product: string };
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => file.replace(".schema.json", ""))
    .sort();
  const schemas: NamedSchema[] = [];
  for (const name of names.filter((other) => other !== "vocabulary")) {
    schemas.push(namedSchema(name, (await text(`${name}.schema.json`)).replaceAll("{product}", product)));
  }
  const vocabulary = JSON.parse(await text("vocabulary.schema.json")) as Vocabulary;
  const lists = await readReferenceLists(join(folder, "reference"));
  // The vocabulary refers to a file made of the lists; what counts is the lists as they stand now.
  vocabulary.definitions.node.properties["x-options"].properties.source = { enum: sourceNames(lists) };
  return { product, schemas, vocabulary, lists };
}

/**
 * A schema from its text, {product} resolved. Its file names no `$schema`: an editor would check it against that one,
 * and not against our vocabulary, which the settings of the project name.
 */
export function namedSchema(name: string, text: string): NamedSchema {
  try {
    const source = readJson(text);
    return {
      name,
      schema: { $schema: DRAFT, ...(source.value as object) } as unknown as EntitySchema,
      source,
    };
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { line, column } = error.position;
    throw new Error(`schemas/${name}.schema.json:${line}:${column}: ${error.message}`, { cause: error });
  }
}

/** What a program takes a schema as: validators pass over the words that the vocabulary adds. */
const DRAFT = "http://json-schema.org/draft-07/schema#";

/** The meta-schema of our own words, as far as the generator looks into it. */
export interface Vocabulary {
  definitions: {
    node: { properties: Record<string, object> & { "x-options": { properties: Record<string, object> } } };
  };
}
