import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { checkSchemas } from "../generate/checkSchemas.ts";
import { readSeedReferences } from "../generate/generate.ts";
import { buildSchemas, readSchemaTexts } from "../generate/readSchemas.ts";
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

/**
 * Runs the checks of the generator.
 *
 * @param results schemas with the same content are not checked again: checking all takes a second
 */
export async function checkEditedSchemas(
  folder: string,
  edited: SchemaFile[],
  released: Map<string, EntitySchema>,
  results: CheckResults = new Map(),
): Promise<LocatedError[]> {
  const { texts } = await readEditedTexts(folder, edited);
  try {
    const all = buildSchemas(texts, await readReferenceLists(join(folder, "reference")));
    const references = await readSeedReferences(folder, all.schemas);
    const shared = JSON.stringify([texts.vocabulary, all.lists, references]);
    return all.schemas.flatMap((named) => {
      const { name, schema } = named;
      // The text, not its value: errors have lines.
      const content = JSON.stringify([texts.schemas.get(name), schema]) + shared;
      const known = results.get(name);
      if (known?.content === content) return known.errors;
      const isChecked = (other: typeof named) => other === named;
      const errors = findErrors(() => checkSchemas(all, { references, released, isChecked }));
      results.set(name, { content, errors });
      return errors;
    });
  } catch (error) {
    return readErrorLines(error);
  }
}

function findErrors(check: () => void): LocatedError[] {
  try {
    check();
    return [];
  } catch (error) {
    return readErrorLines(error);
  }
}
