import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../src/contract/tryOrUndefined.ts";
import { checkSchemas } from "../generate/checkSchemas.ts";
import { isChoiceList } from "../generate/choiceLists.ts";
import { readSeedReferences } from "../generate/generate.ts";
import { buildSchemas, readSchemaTexts } from "../generate/readSchemas.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";
import { isListName, toFilePath, toListFile, toListName } from "./fileNames.ts";
import { readErrorLines } from "./locatedErrors.ts";
import type { LocatedError, StudioFile } from "./protocol.ts";
import { Refusal } from "./refusal.ts";

const NOT_FOUND = 404;

/** The files of the folder with the edited texts in their place. */
export async function readEditedTexts(folder: string, edited: StudioFile[]) {
  const disk = await readSchemaTexts(folder);
  // A name must not become a path outside of the folder, or that of a file that the studio does not edit.
  for (const { name } of edited)
    if (!disk.schemas.has(name) && !(await isListOrNew(folder, name)))
      throw new Refusal(NOT_FOUND, `There is no schema or list "${name}".`);
  const schemas = new Map(disk.schemas);
  const lists = new Map<string, string>();
  for (const { name, text } of edited)
    if (isListName(name)) lists.set(toListFile(name), text);
    else schemas.set(name, text);
  return { texts: { ...disk, schemas }, lists };
}

/** Other files in the folder of the lists are generated, or seed the server. */
async function isListOrNew(folder: string, name: string): Promise<boolean> {
  if (!isListName(name)) return false;
  const text = await readFileText(folder, name);
  return text === undefined || tryOrUndefined(() => isChoiceList(JSON.parse(text))) === true;
}

/** Undefined for a file that does not exist. */
export const readFileText = (folder: string, name: string): Promise<string | undefined> =>
  readFile(join(folder, toFilePath(name)), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

/** The result of the checks of each schema, with its content. */
export type CheckResults = Map<string, { content: string; errors: LocatedError[] }>;

/**
 * Runs the checks of the generator.
 *
 * @param results schemas with the same content are not checked again: checking all takes a second
 */
export async function checkEditedSchemas(
  folder: string,
  edited: StudioFile[],
  released: Map<string, EntitySchema>,
  results: CheckResults = new Map(),
): Promise<LocatedError[]> {
  const { texts, lists } = await readEditedTexts(folder, edited);
  try {
    const all = buildSchemas(texts, await readReferenceLists(join(folder, "reference"), lists));
    const withoutEntries = [...lists.keys()].filter((file) => !all.lists.some((list) => list.file === file));
    if (withoutEntries.length > 0) return withoutEntries.map(describeMissingEntries);
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

const describeMissingEntries = (file: string): LocatedError => ({
  ...{ file: toListName(file), line: 1, column: 1 },
  message: 'A list has at least one entry: [{"value": "a", "label": "A"}].',
});

function findErrors(check: () => void): LocatedError[] {
  try {
    check();
    return [];
  } catch (error) {
    return readErrorLines(error);
  }
}
