import { isJsonObject } from "../../src/contract/json.ts";
import { findMissingTexts, findRepeatedCodes } from "../source/listEntries.ts";
import type { SourceMistake } from "../source/parseSource.ts";

/** Sources that are not a single file: API calls, and a folder with one file per region. */
export const OTHER_SOURCES = ["agencies", "contactRoles", "hydrologicUnits", "software"];

export type ListEntry = Record<string, unknown> & { value: string; label: string };

export interface ReferenceList {
  /** Its name in `x-options`. */
  source: string;
  /** The file's name. */
  file: string;
  /** Whether labels differ from stored values. */
  isCoded: boolean;
  entries: ListEntry[];
  /** The line of an entry in the file. */
  findLine?(index: number): number;
}

/** `survey-methods.json` is the source `surveyMethods`. */
export const buildReferenceList = (file: string, entries: ListEntry[]): ReferenceList => ({
  source: toSourceName(file),
  file,
  isCoded: entries.some(({ value, label }) => value !== label),
  entries,
});

export const toSourceName = (file: string): string =>
  file.replace(/\.json$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Other lists seed the server, or hold codes by region. */
export const isChoiceList = (entries: unknown): entries is ListEntry[] =>
  Array.isArray(entries) &&
  entries.some((entry) => isJsonObject(entry) && ("value" in entry || "label" in entry));

export const findChoiceErrors = (entries: ListEntry[]): SourceMistake[] => [
  ...findMissingTexts(entries, ["value", "label"]),
  ...findCodesOfOtherTypes(entries),
  ...findRepeatedCodes(entries, "value"),
  ...findInvalidDeprecation(entries),
];

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
