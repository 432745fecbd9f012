import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/fields.ts";

export interface NamedSchema {
  name: string;
  /** With {product} resolved. */
  schema: EntitySchema;
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
    const resolved = (await text(`${name}.schema.json`)).replaceAll("{product}", product);
    schemas.push({ name, schema: JSON.parse(resolved) as EntitySchema });
  }
  const vocabulary = JSON.parse(await text("vocabulary.schema.json")) as { properties?: object };
  return { product, schemas, vocabulary };
}
