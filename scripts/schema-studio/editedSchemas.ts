import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { NO_REFERENCES, type References } from "../../src/contract/schema/references.ts";
import { checkSchemas } from "../generate/checkSchemas.ts";
import { readSeedReferences } from "../generate/generate.ts";
import { buildSchemas, readSchemaTexts, type NamedSchema } from "../generate/readSchemas.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";
import { readErrorLines } from "./locatedErrors.ts";
import type { LocatedError, SchemaFile } from "./protocol.ts";
import { Refusal } from "./refusal.ts";

const NOT_FOUND = 404;

/** The files of the folder with the edited texts in their place. */
export async function readEditedTexts(folder: string, edited: SchemaFile[]) {
  const disk = await readSchemaTexts(folder);
  // Only names that the folder lists: a name must not become a path outside of it.
  const unknown = edited.find(({ name }) => !disk.schemas.has(name));
  if (unknown) throw new Refusal(NOT_FOUND, `There is no schema "${unknown.name}".`);
  const texts = edited.map(({ name, text }) => [name, text] as const);
  return { disk, texts: { ...disk, schemas: new Map([...disk.schemas, ...texts]) } };
}

/** The result of the checks of each schema, with its content. */
export type CheckResults = Map<string, { content: string; errors: LocatedError[] }>;

const contentOf = ({ source, schema }: NamedSchema) => JSON.stringify([source.value, schema]);

interface CheckedSchemas {
  /** Empty if a text cannot be read. */
  schemas: NamedSchema[];
  references: References;
  errors: LocatedError[];
}

/**
 * Runs the checks of the generator.
 *
 * @param results schemas with the same content are not checked again: checking all takes longer than a preview may
 */
export async function checkEditedSchemas(
  folder: string,
  edited: SchemaFile[],
  released: Map<string, EntitySchema>,
  results: CheckResults = new Map(),
): Promise<CheckedSchemas> {
  const { texts } = await readEditedTexts(folder, edited);
  let schemas: NamedSchema[] = [];
  let references = NO_REFERENCES;
  try {
    const all = buildSchemas(texts, await readReferenceLists(join(folder, "reference")));
    schemas = all.schemas;
    references = await readSeedReferences(folder, schemas);
    for (const named of schemas) {
      const content = contentOf(named);
      if (results.get(named.name)?.content === content) continue;
      const isChecked = (other: NamedSchema) => other === named;
      const errors = findErrors(() => checkSchemas(all, { references, released, isChecked }));
      results.set(named.name, { content, errors });
    }
  } catch (error) {
    return { schemas, references, errors: readErrorLines(error) };
  }
  return { schemas, references, errors: schemas.flatMap(({ name }) => results.get(name)?.errors ?? []) };
}

function findErrors(check: () => void): LocatedError[] {
  try {
    check();
    return [];
  } catch (error) {
    return readErrorLines(error);
  }
}
