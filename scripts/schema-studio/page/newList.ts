import { toSourceName } from "../../generate/choiceLists.ts";
import { formatReferenceList } from "../../import-reference/referenceList.ts";
import { findMissingTexts, findRepeatedCodes } from "../../source/listEntries.ts";
import { LIST_FILE_NAME } from "../fileNames.ts";

export interface NewList {
  /** Of the file, without its ending. */
  name: string;
  /** The key of the values that filter the list; "" for none. */
  filterKey: string;
  /** An entry on each line: code, label and value of the filter, separated by tabs or semicolons. */
  lines: string;
}

const SEPARATOR = /[\t;]/;

const KEY = /^[A-Za-z]\w*$/;
const OTHER_KEYS = ["value", "label", "deprecated"];

export const formatNewList = (list: NewList): string =>
  formatReferenceList(readLines(list).map(({ entry }) => entry));

/** A code without a label is its own label. */
const readLines = ({ lines, filterKey }: NewList) =>
  lines.split("\n").flatMap((text, index) => {
    if (text.trim() === "") return [];
    const [value = "", label = value, filter = ""] = text.split(SEPARATOR).map((part) => part.trim());
    const entry: Record<string, string> = { value, label, ...(filterKey && { [filterKey]: filter }) };
    return [{ line: index + 1, entry }];
  });

/** Those of the entries begin with their line. */
export function findNewListErrors(list: NewList, sources: string[]): Record<keyof NewList, string[]> {
  const { name, filterKey } = list;
  const isKey = KEY.test(filterKey) && !OTHER_KEYS.includes(filterKey);
  return {
    name: findNameErrors(name, sources),
    filterKey: isKey || filterKey === "" ? [] : ["Use letters and digits, for example region."],
    lines: findLineErrors(isKey ? list : { ...list, filterKey: "" }),
  };
}

function findNameErrors(name: string, sources: string[]): string[] {
  if (!LIST_FILE_NAME.test(name))
    return ["Use lower-case letters, digits and hyphens, for example survey-methods."];
  return sources.includes(toSourceName(name)) ? ["Another list has this name."] : [];
}

function findLineErrors(list: NewList): string[] {
  const read = readLines(list);
  if (read.length === 0) return ["Enter at least one entry."];
  const entries = read.map(({ entry }) => entry);
  const keys = ["value", "label", ...(list.filterKey === "" ? [] : [list.filterKey])];
  return [...findMissingTexts(entries, keys), ...findRepeatedCodes(entries, "value")]
    .map(({ path: [index], message }) => ({ line: read[Number(index)]!.line, message }))
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, message }) => `Line ${line}: ${message}`);
}
