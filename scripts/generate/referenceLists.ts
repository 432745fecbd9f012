import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";
import { formatErrors, parseJson, type SourceMistake } from "../source/parseSource.ts";
import { findMissingTexts, findRepeatedCodes } from "../source/listEntries.ts";

/** Sources that are not a single file: API calls, and a folder with one file per region. */
const OTHER_SOURCES = ["agencies", "contactRoles", "hydrologicUnits", "software"];

type ListEntry = Record<string, unknown> & { value: string; label: string };

export interface ReferenceList {
  /** Its name in `x-options`. */
  source: string;
  /** The file's name. */
  file: string;
  /** Whether labels differ from stored values. */
  isCoded: boolean;
  entries: ListEntry[];
}

/**
 * Reads the files of a folder that hold an array of entries with `value` and `label`. `survey-methods.json` is the
 * source `surveyMethods`.
 *
 * @throws Error listing what is not JSON, incomplete and repeated entries, with file, line and column
 */
export async function readReferenceLists(folder: string): Promise<ReferenceList[]> {
  const files = (await readdir(folder, { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".json"))
    .toSorted();
  const lists: ReferenceList[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const text = await readFile(join(folder, file), "utf8");
    try {
      const entries = parseJson(`schemas/reference/${file}`, text);
      const entryErrors = findEntryErrors(entries);
      errors.push(...formatErrors(`schemas/reference/${file}`, text, entryErrors));
      if (entryErrors.length > 0 || file.includes("/") || !isChoiceList(entries)) continue;
      const isCoded = entries.some(({ value, label }) => value !== label);
      lists.push({ source: sourceNameOf(file), file, isCoded, entries });
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return lists;
}

/** Other lists seed the server, or hold codes by region. */
const isChoiceList = (entries: unknown): entries is ListEntry[] =>
  Array.isArray(entries) &&
  entries.some((entry) => isJsonObject(entry) && ("value" in entry || "label" in entry));

function findEntryErrors(entries: unknown): SourceMistake[] {
  if (isChoiceList(entries))
    return [
      ...findMissingTexts(entries, ["value", "label"]),
      ...findCodesOfOtherTypes(entries),
      ...findRepeatedCodes(entries, "value"),
      ...findInvalidDeprecation(entries),
    ];
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "string")) return [];
  return entries.flatMap((code, index) =>
    entries.indexOf(code) < index
      ? [{ path: [String(index)], message: `${JSON.stringify(code)} is listed twice: remove one of them.` }]
      : [],
  );
}

/** Records store codes as texts. */
const findCodesOfOtherTypes = (entries: unknown[]): SourceMistake[] =>
  entries.flatMap((entry, index) => {
    const value = isJsonObject(entry) ? entry["value"] : undefined;
    if (typeof value !== "number" && typeof value !== "boolean") return [];
    return [{ path: [String(index), "value"], message: `A code is a text: write "${value}".` }];
  });

const findInvalidDeprecation = (entries: ListEntry[]): SourceMistake[] =>
  entries.flatMap(({ deprecated = true }, index) =>
    deprecated === true
      ? []
      : [{ path: [String(index), "deprecated"], message: '"deprecated" is true: write true, or remove it.' }],
  );

const sourceNameOf = (file: string) =>
  file.replace(/\.json$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

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
