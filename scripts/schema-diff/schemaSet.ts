import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { parseProduct, parseSchemas } from "../generate/readSchemas.ts";
import { GENERATED_REFERENCES } from "../generate/referenceLists.ts";
import { parseSource } from "../source/parseSource.ts";

/** The schemas and reference lists of one point in time. */
export interface SchemaSet {
  product: string;
  /** Content of the files, by name. */
  written: Map<string, unknown>;
  /** With {product}, every $ref and all wire names resolved. */
  resolved: Map<string, EntitySchema>;
  /** Content of the files, by path in the reference folder. */
  lists: Map<string, unknown>;
}

/** Text of the files, by path in the schemas folder. */
type SchemaFiles = Map<string, string>;

/** Written by `npm run generate`, or describing the keywords that the code carries out. */
const OTHER_FILES = [
  "vocabulary.schema.json",
  ...Object.values(GENERATED_REFERENCES).map((file) => `reference/${file}`),
];

/** @param file path in the schemas folder */
export const isSchemaFile = (file: string): boolean =>
  (/^[^/]+\.schema\.json$|^reference\/.+\.json$/.test(file) && !OTHER_FILES.includes(file)) ||
  file === "product.json";

export function parseSchemaSet(files: SchemaFiles): SchemaSet {
  const product = parseProduct(files.get("product.json") ?? "{}");
  const pick = (pattern: RegExp) =>
    [...files].flatMap(([file, text]) => {
      const name = pattern.exec(file)?.[1];
      return name === undefined ? [] : [[name, text, file] as const];
    });
  const texts = pick(/^([^/]+)\.schema\.json$/);
  const parse = ([name, text, file]: readonly [string, string, string]) =>
    [name, parseSource(`schemas/${file}`, text).value] as const;
  const schemas = parseSchemas(new Map(texts.map(([name, text]) => [name, text])), product);
  return {
    product,
    written: new Map(texts.map(parse)),
    resolved: new Map(schemas.map(({ name, schema }) => [name, schema])),
    lists: new Map(pick(/^reference\/(.+)$/).map(parse)),
  };
}

/**
 * Reads the schemas of the working tree.
 *
 * @param edited texts that replace those of the files, by path in the folder
 */
export async function readSchemaSet(folder: string, edited: SchemaFiles = new Map()): Promise<SchemaSet> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries
    .map((entry) => entry.replaceAll("\\", "/"))
    .filter(isSchemaFile)
    .toSorted();
  const texts = files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const);
  return parseSchemaSet(new Map([...(await Promise.all(texts)), ...edited]));
}
