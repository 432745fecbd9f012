import { readFile } from "node:fs/promises";
import { versionOf, type Bag, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { readAttributes } from "../../src/contract/yaml/metadataYaml.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { readJson } from "../source/readJson.ts";
import { readText } from "../source/readText.ts";
import { readYaml } from "../source/readYaml.ts";
import { SourceFault } from "../source/sourceFault.ts";
import { documentsIn } from "../validate/documentsIn.ts";
import { listFiles } from "../validate/listFiles.ts";
import { recognise, type Recognised } from "../validate/recognise.ts";
import type { StoredDocument } from "./storedDocument.ts";

/**
 * The documents in files or folders, read as the edition of the schemas they were written under reads them.
 *
 * @throws Error naming file, line and column of what cannot be read, or saying that there is no document
 */
export async function readStoredFiles(
  names: string[],
  editions: Map<string, EntitySchema>,
  references: References,
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const file of await listFiles(names)) {
    try {
      stored.push(...storedIn(file, readText(await readFile(file)), editions, references));
    } catch (error) {
      throw new Error(`${placeOf(file, error)}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (stored.length === 0) throw new Error(`No schema knows a document in ${names.join(", ")}.`);
  return stored;
}

const placeOf = (file: string, error: unknown) =>
  error instanceof SourceFault ? `${file}:${error.position.line}:${error.position.column}` : file;

function storedIn(
  file: string,
  text: string,
  editions: Map<string, EntitySchema>,
  references: References,
): StoredDocument[] {
  const { value } = /\.ya?ml$/i.test(file) ? readYaml(text) : readJson(text);
  return documentsIn(value).flatMap((entry) => {
    const recognised = recognise(entry.value);
    const edition = recognised && editions.get(recognised.schema);
    if (!recognised || !edition) return [];
    const name = entry.path.length > 0 ? `${file} (${entry.path.join(".")})` : file;
    return [{ name, schema: recognised.schema, ...readAs(edition, recognised, references) }];
  });
}

function readAs(edition: EntitySchema, { spelling, fields, version }: Recognised, references: References) {
  const newest = versionOf(edition);
  if (spelling === "yaml") {
    // What the edition's own migrations make of a file is of the edition's version.
    return { document: readAttributes(fields, references, edition).metadata, version: newest };
  }
  const document: Bag = spelling === "ours" ? fields : decode(edition, fields, spelling, references);
  return { document, version: spelling === "ours" ? (version ?? newest) : newest };
}
