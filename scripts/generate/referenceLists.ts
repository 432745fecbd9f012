import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";

/** Sources that no file of choices stands behind: lists that come from calls, and a folder of lists by region. */
const OTHER_SOURCES = ["agencies", "contactRoles", "hydrologicUnits", "software"];

/** A choice of a list, with whatever else the list says of it. */
type ListEntry = Record<string, unknown> & { value: string; label: string };

/** A list of choices in schemas/reference, under the name that `x-options.source` gives it. */
export interface ReferenceList {
  source: string;
  /** The file's name. */
  file: string;
  /** Whether an entry is read as something else than what is stored of it. */
  isCoded: boolean;
  entries: ListEntry[];
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

/**
 * Every file of schemas/reference that is a list of choices: an array whose entries all have a `value` and a `label`.
 * `survey-methods.json` is the source `surveyMethods`.
 */
export async function readReferenceLists(folder: string): Promise<ReferenceList[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
  const lists = await Promise.all(
    files.map(async (file): Promise<ReferenceList | undefined> => {
      const entries = JSON.parse(await readFile(join(folder, file), "utf8")) as unknown;
      if (!Array.isArray(entries) || entries.length === 0) return undefined;
      const choices = entries as ListEntry[];
      if (!choices.every(({ value, label }) => isText(value) && isText(label))) return undefined;
      const isCoded = choices.some(({ value, label }) => value !== label);
      return { source: sourceOf(file), file, isCoded, entries: choices };
    }),
  );
  return lists.filter((list) => list !== undefined);
}

const sourceOf = (file: string) =>
  file.replace(/\.json$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All names that `x-options.source` may give, in order. */
export const sourceNames = (lists: ReferenceList[]): string[] =>
  [...OTHER_SOURCES, ...lists.map(({ source }) => source)].toSorted();

/** The names as a schema of their own, which the vocabulary refers to: so editors know a list as soon as it is there. */
export const sourcesText = (lists: ReferenceList[]): string =>
  `${JSON.stringify({ description: "Written by `npm run generate`: the lists there are.", enum: sourceNames(lists) }, null, 2)}\n`;

/** Code that fetches each list some field chooses from, when it is first needed. */
export function referenceModule(lists: ReferenceList[], schemas: EntitySchema[]): string {
  const used = new Set(schemas.flatMap(({ properties }) => Object.values(properties).flatMap(sourceIn)));
  const entries = lists
    .filter(({ source }) => used.has(source))
    .map(
      ({ source, file, isCoded }) =>
        `  ${source}: { file: "${file}", isCoded: ${isCoded}, load: () => import("../../../schemas/reference/${file}") },`,
    );
  return `export const referenceLists = {\n${entries.join("\n")}\n};\n`;
}

const sourceIn = ({ "x-options": options, items, properties }: FieldSchema): string[] => [
  ...(options ? [options.source] : []),
  ...(items ? sourceIn(items) : []),
  ...Object.values(properties ?? {}).flatMap(sourceIn),
];
