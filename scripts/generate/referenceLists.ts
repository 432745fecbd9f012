import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";

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

const isNonEmptyText = (value: unknown) => typeof value === "string" && value !== "";

/**
 * Reads the files of a folder that hold an array of entries with `value` and `label`. `survey-methods.json` is the
 * source `surveyMethods`.
 */
export async function readReferenceLists(folder: string): Promise<ReferenceList[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
  const lists = await Promise.all(
    files.map(async (file): Promise<ReferenceList | undefined> => {
      const entries = JSON.parse(await readFile(join(folder, file), "utf8")) as unknown;
      if (!Array.isArray(entries) || entries.length === 0) return undefined;
      const choices = entries as ListEntry[];
      if (!choices.every(({ value, label }) => isNonEmptyText(value) && isNonEmptyText(label)))
        return undefined;
      const isCoded = choices.some(({ value, label }) => value !== label);
      return { source: sourceNameOf(file), file, isCoded, entries: choices };
    }),
  );
  return lists.filter((list) => list !== undefined);
}

const sourceNameOf = (file: string) =>
  file.replace(/\.json$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All valid values of `x-options.source`. */
export const listSourceNames = (lists: ReferenceList[]): string[] =>
  [...OTHER_SOURCES, ...lists.map(({ source }) => source)].toSorted();

/** The vocabulary refers to this schema, so editors suggest the sources. */
export const buildSourcesSchema = (lists: ReferenceList[]): string =>
  `${JSON.stringify({ description: "Written by `npm run generate`: the valid values of `x-options.source`.", enum: listSourceNames(lists) }, null, 2)}\n`;

/** The module imports each list on first use. */
export function buildReferenceModule(lists: ReferenceList[], schemas: EntitySchema[]): string {
  const used = new Set(schemas.flatMap(({ properties }) => Object.values(properties).flatMap(listSources)));
  const entries = lists
    .filter(({ source }) => used.has(source))
    .map(
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
