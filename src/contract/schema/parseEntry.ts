import { explainSpreadsheetNumber } from "../rules/explainSpreadsheetNumber.ts";
import type { FieldSchema } from "./fields.ts";
import { listSchemaOptions } from "./fieldSchema.ts";

export interface SearchableOption {
  value: string;
  label: string;
  detail?: string;
  /** The label with its noun, for example "Denton County". Also accepted as input. */
  fullName?: string;
}

export interface OptionSet<Option extends SearchableOption = SearchableOption> {
  listed: Option[];
  offered: Option[];
  isLoading: boolean;
  isOffered(value: string): boolean;
}

interface EntryContext {
  options: OptionSet;
  rules: FieldSchema | undefined;
  /** Whether well-formed values outside the list are allowed. */
  isOpen: boolean;
}

type ParsedEntry = { value: string; isListed: boolean } | { error: string };

/** Separators are line breaks, commas, semicolons and tabs; spaces only between numbers. */
export function splitEntries(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : [part]))
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter(Boolean);
}

/** Compares value, label, full name, and label without parentheses. Ignores case, accents and kinds of dashes. */
export function parseExactEntry(text: string, { options, rules, isOpen }: EntryContext): ParsedEntry {
  const matches = findExactMatches(text, options.listed);
  const [match] = matches;
  if (match && matches.length === 1) return { value: match.value, isListed: options.isOffered(match.value) };
  if (match) return { error: formatAmbiguousError(text, matches) };
  const hasChoices = listSchemaOptions(rules ?? {}).length > 0;
  const isWellFormed = !hasChoices && new RegExp(rules?.pattern ?? "", "u").test(text);
  if (isWellFormed && isOpen) return { value: text, isListed: false };
  if (options.isLoading) return { error: OPTIONS_NOT_LOADED };
  const patternMessage = isOpen && !isWellFormed ? rules?.["x-messages"]?.["pattern"] : undefined;
  const error = patternMessage ?? `"${text}" is not in the list.`;
  return { error: isWellFormed ? error : explainSpreadsheetNumber(error, text, rules?.pattern) };
}

export const isAmbiguousEntry = (text: string, { options }: Pick<EntryContext, "options">): boolean =>
  findExactMatches(text, options.listed).length > 1;

export const OPTIONS_NOT_LOADED =
  "The list of options is still loading. Your entry is checked when the list is loaded.";

/**
 * Also accepts part of the name of exactly one option, but never part of a number: a missing digit is a mistake. In an
 * open list, part of an option's name becomes a new value only with `acceptsAsTyped`.
 */
export function parseTypedEntry(text: string, context: EntryContext, acceptsAsTyped = false): ParsedEntry {
  const exact = parseExactEntry(text, context);
  const { listed, offered } = context.options;
  const isNew = "value" in exact && !exact.isListed && !listed.some(({ value }) => value === exact.value);
  if (("value" in exact && (!isNew || acceptsAsTyped)) || !/\p{L}/u.test(text)) return exact;
  const matches = searchOptions(offered, text);
  if (isNew) return matches.length === 0 ? exact : { error: formatPartialMatchError(text, matches) };
  return matches.length === 1 ? { value: matches[0]!.value, isListed: true } : exact;
}

export function searchOptions<Option extends SearchableOption>(options: Option[], typed: string): Option[] {
  const text = normalizeText(typed);
  if (text === "") return options;
  const words = text.split(/\s+/);
  const matches = options.filter((option) => words.every((word) => getSearchText(option).includes(word)));
  const hasPrefix = (option: Option) => getSearchText(option).startsWith(text);
  return [...matches.filter(hasPrefix), ...matches.filter((option) => !hasPrefix(option))];
}

const MAX_LISTED_ENTRIES = 10;

export function formatEntryList(texts: string[]): string {
  const moreCount = texts.length - MAX_LISTED_ENTRIES;
  return (
    texts.slice(0, MAX_LISTED_ENTRIES).join(", ") +
    (moreCount > 0 ? ` and ${moreCount.toLocaleString("en-US")} more` : "")
  );
}

const formatAmbiguousError = (text: string, matches: SearchableOption[]) =>
  `"${text}" can mean ${matches.map(({ label }) => label).join(" or ")}: choose one.`;

const formatPartialMatchError = (text: string, [first, ...others]: SearchableOption[]) =>
  others.length === 0
    ? `The list contains ${first!.label}. Choose it, or choose "${text}" to add it as a new entry.`
    : `${others.length + 1} names in the list contain "${text}". Choose one of them, or choose "${text}" to add it as a new entry.`;

/** ASCII texts skip the slow normalization: lists have thousands of codes. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

const normalizeText = (text: string) =>
  (isAscii(text)
    ? text
    : text
        .normalize("NFD")
        .replace(/\p{Diacritic}/gu, "")
        .replace(/\p{Pd}/gu, "-")
  )
    .trim()
    .toLowerCase();

const searchTexts = new WeakMap<SearchableOption, string>();

function getSearchText(option: SearchableOption): string {
  let text = searchTexts.get(option);
  if (text === undefined) {
    text = normalizeText(`${option.fullName ?? option.label} ${option.detail ?? ""}`);
    searchTexts.set(option, text);
  }
  return text;
}

interface OptionIndex {
  byFullText: Map<string, SearchableOption>;
  byShortName: Map<string, SearchableOption[]>;
}

/** Cached per list: users paste hundreds of codes into lists of thousands. */
const indexes = new WeakMap<SearchableOption[], OptionIndex>();

function findExactMatches(text: string, listed: SearchableOption[]): SearchableOption[] {
  const { byFullText, byShortName } = getOptionIndex(listed);
  const normalized = normalizeText(text);
  const match = byFullText.get(normalized);
  return match ? [match] : (byShortName.get(normalized) ?? []);
}

function getOptionIndex(listed: SearchableOption[]): OptionIndex {
  const cached = indexes.get(listed);
  if (cached) return cached;
  const index: OptionIndex = { byFullText: new Map(), byShortName: new Map() };
  for (const option of listed) {
    if (option.fullName) index.byFullText.set(normalizeText(option.fullName), option);
    index.byFullText.set(normalizeText(option.label), option);
    const name = normalizeText(option.label.replace(/\s*\([^)]*\)$/, ""));
    index.byShortName.set(name, [...(index.byShortName.get(name) ?? []), option]);
  }
  // Values win over labels: they are stored.
  for (const option of listed) index.byFullText.set(normalizeText(option.value), option);
  indexes.set(listed, index);
  return index;
}
