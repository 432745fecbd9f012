import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";
import { formatErrors, parseJson, parseSource, type SourceMistake } from "../source/parseSource.ts";
import {
  buildReferenceList,
  findChoiceErrors,
  isChoiceList,
  OTHER_SOURCES,
  type ReferenceList,
} from "./choiceLists.ts";

/** Files of the reference folder that `npm run generate` writes. */
export const GENERATED_REFERENCES = { shapes: "county-shapes.json", sources: "sources.json" };

/**
 * Reads the files of a folder that hold an array of entries with `value` and `label`.
 *
 * @param edited texts that replace those of the files, by path in the folder
 * @throws Error listing what is not JSON, incomplete and repeated entries, with file, line and column
 */
export async function readReferenceLists(
  folder: string,
  edited = new Map<string, string>(),
): Promise<ReferenceList[]> {
  const onDisk = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  const files = [...new Set([...onDisk, ...edited.keys()])]
    .filter((file) => file.endsWith(".json") && !Object.values(GENERATED_REFERENCES).includes(file))
    .toSorted();
  const lists: ReferenceList[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const text = edited.get(file) ?? (await readFile(join(folder, file), "utf8"));
    try {
      const entries = parseJson(`schemas/reference/${file}`, text);
      const entryErrors = findEntryErrors(entries);
      errors.push(...formatErrors(`schemas/reference/${file}`, text, entryErrors));
      if (entryErrors.length > 0 || file.includes("/") || !isChoiceList(entries)) continue;
      // Reading all positions takes longer than reading the entries.
      const findLine = (index: number) => parseSource(file, text).positionOf([String(index)]).line;
      lists.push({ ...buildReferenceList(file, entries), findLine });
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return lists;
}

function findEntryErrors(entries: unknown): SourceMistake[] {
  if (isChoiceList(entries)) return findChoiceErrors(entries);
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "string")) return [];
  return entries.flatMap((code, index) =>
    entries.indexOf(code) < index
      ? [{ path: [String(index)], message: `${JSON.stringify(code)} is listed twice: remove one of them.` }]
      : [],
  );
}

/** All valid values of `x-options.source`. */
export const listSourceNames = (lists: ReferenceList[]): string[] =>
  [...OTHER_SOURCES, ...lists.map(({ source }) => source)].toSorted();

/** The vocabulary refers to this schema, so editors suggest the sources. */
export const buildSourcesSchema = (lists: ReferenceList[]): string =>
  `${JSON.stringify({ description: "Written by `npm run generate`: the valid values of `x-options.source`.", enum: listSourceNames(lists) }, null, 2)}\n`;

/** The lists that fields of the schemas name. */
export function selectUsedLists(lists: ReferenceList[], schemas: EntitySchema[]): ReferenceList[] {
  const used = new Set(schemas.flatMap(({ properties }) => Object.values(properties).flatMap(listSources)));
  return lists.filter(({ source }) => used.has(source));
}

/** The module imports each list on first use. */
export function buildReferenceModule(lists: ReferenceList[]): string {
  const entries = lists.map(
    ({ source, file, isCoded }) =>
      `  ${source}: { file: "${file}", isCoded: ${isCoded}, load: () => import("../../../schemas/reference/${file}") },`,
  );
  return `export const referenceLists = {\n${entries.join("\n")}\n};\n`;
}

const listSources = ({ "x-options": options, items, properties }: FieldSchema): string[] => [
  ...(options ? [options.source] : []),
  ...(items ? listSources(items) : []),
  ...Object.values(properties ?? {}).flatMap(listSources),
];
