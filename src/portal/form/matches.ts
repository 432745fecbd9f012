import type { Option } from "./optionLists.ts";

/** More than these make a browser's list slow, and nobody reads them. */
const LIMIT = 50;

const MORE = "more";

/** Codes and most names are plain: for thousands of them it counts that nothing is done twice. */
const isPlain = (text: string) => /^[ -~]*$/.test(text);

const fold = (text: string) =>
  (isPlain(text) ? text : text.normalize("NFD").replace(/\p{Diacritic}/gu, "")).toLowerCase();

const folded = new WeakMap<Option, string>();

function searchable(option: Option): string {
  let text = folded.get(option);
  if (text === undefined) {
    text = fold(`${option.label} ${option.detail ?? ""}`);
    folded.set(option, text);
  }
  return text;
}

/**
 * The first fifty choices that hold every typed word, those that begin with the text first; then one line that
 * says how many more there are.
 */
export function matchesOf(options: Option[], typed: string): Option[] {
  const text = fold(typed.trim());
  if (text === "") return limited(options);
  const words = text.split(/\s+/);
  const found = options.filter((option) => words.every((word) => searchable(option).includes(word)));
  const begins = (option: Option) => searchable(option).startsWith(text);
  return limited([...found.filter(begins), ...found.filter((option) => !begins(option))]);
}

function limited(options: Option[]): Option[] {
  const more = options.length - LIMIT;
  if (more <= 0) return options;
  const label = `${more.toLocaleString("en-US")} more match. Type to narrow the list.`;
  return [...options.slice(0, LIMIT), { value: MORE, label, detail: MORE }];
}

/** The line that counts what is not shown: it can be read and not chosen. */
export const isMore = ({ value, detail }: Option): boolean => value === MORE && detail === MORE;
