import type { FieldSchema } from "./fields.ts";

/** One choice of a list, as far as finding it goes. */
export interface Choice {
  value: string;
  label: string;
  /** A second line, found by search too. */
  detail?: string;
  /** Its label as people write it in full, found and taken too. */
  fullName?: string;
}

/** The choices of a field as they stand. */
export interface ListedChoices<C extends Choice = Choice> {
  /** The whole list, each value once. */
  listed: C[];
  /** Those of it offered now. */
  offered: C[];
  isLoading: boolean;
  /** False for a value that the list does not offer now. */
  isOffered(value: string): boolean;
}

interface Reading {
  choices: ListedChoices;
  /** The rules of one value. */
  rules: FieldSchema | undefined;
  /** Whether well-formed values may be entered that the list does not hold. */
  isOpen: boolean;
}

/** What a typed or pasted text says: a value, or why it says none. */
type ReadEntry = { value: string; isListed: boolean } | { fault: string };

/** The entries of a text: one a line, or apart by commas, semicolons or tabs; numbers by spaces, too. */
export function splitEntries(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : [part]))
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter(Boolean);
}

/**
 * The value that a text names in full, by value, label, full name, or label without what stands in parentheses behind
 * it; in any case, with or without accents, and with any dash. A name of several choices is a fault that names them.
 */
export function readExactly(text: string, { choices, rules, isOpen }: Reading): ReadEntry {
  const meant = namedBy(text, choices.listed);
  const [only] = meant;
  if (only && meant.length === 1) return { value: only.value, isListed: choices.isOffered(only.value) };
  if (only) return { fault: ambiguous(text, meant) };
  const isWellFormed = !rules?.enum && new RegExp(rules?.pattern ?? "", "u").test(text);
  if (isWellFormed && isOpen) return { value: text, isListed: false };
  if (choices.isLoading) return { fault: NOT_LOADED };
  const malformed = isOpen && !isWellFormed ? rules?.["x-messages"]?.["pattern"] : undefined;
  return { fault: malformed ?? `"${text}" is not in the list.` };
}

/** Whether a text is the name of several choices, and so of none. */
export const isAmbiguous = (text: string, { choices }: Pick<Reading, "choices">): boolean =>
  namedBy(text, choices.listed).length > 1;

export const NOT_LOADED = "The list has not loaded yet. What is entered here is looked up as soon as it has.";

/**
 * The same; where a text names none in full, the only choice that it finds. Part of a number finds none: a code that
 * lacks a digit is a mistake, and not another code. Nor is part of a choice's name a value of its own, unless it is
 * meant as one.
 *
 * @param isMeant whether the user said that the text is to be taken as it is
 */
export function readTyped(text: string, reading: Reading, isMeant = false): ReadEntry {
  const exact = readExactly(text, reading);
  const { listed, offered } = reading.choices;
  const isNew = "value" in exact && !exact.isListed && !listed.some(({ value }) => value === exact.value);
  if (("value" in exact && (!isNew || isMeant)) || !/\p{L}/u.test(text)) return exact;
  const found = findChoices(offered, text);
  if (isNew) return found.length === 0 ? exact : { fault: partial(text, found) };
  return found.length === 1 ? { value: found[0]!.value, isListed: true } : exact;
}

/** The choices that hold every typed word, those that begin with the text first. */
export function findChoices<C extends Choice>(choices: C[], typed: string): C[] {
  const text = fold(typed);
  if (text === "") return choices;
  const words = text.split(/\s+/);
  const found = choices.filter((choice) => words.every((word) => searchable(choice).includes(word)));
  const begins = (choice: C) => searchable(choice).startsWith(text);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

/** More entries than these are counted and not named. */
const MOST_NAMED = 10;

/** Entries of a list as one text, the first of them by name: "a, b, c and 4 more". */
export function namedEntries(texts: string[]): string {
  const more = texts.length - MOST_NAMED;
  return (
    texts.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en-US")} more` : "")
  );
}

const ambiguous = (text: string, meant: Choice[]) =>
  `"${text}" may be ${meant.map(({ label }) => label).join(" or ")}: choose one.`;

const partial = (text: string, [first, ...others]: Choice[]) =>
  others.length === 0
    ? `"${text}" is part of ${first!.label}: choose that, or "${text}" itself.`
    : `"${text}" is part of ${others.length + 1} names in the list: choose one, or "${text}" itself.`;

/** Codes and most names are plain: for thousands of them it counts that nothing is done twice. */
const isPlain = (text: string) => /^[ -~]*$/.test(text);

const fold = (text: string) =>
  (isPlain(text)
    ? text
    : text
        .normalize("NFD")
        .replace(/\p{Diacritic}/gu, "")
        .replace(/\p{Pd}/gu, "-")
  )
    .trim()
    .toLowerCase();

const folded = new WeakMap<Choice, string>();

function searchable(choice: Choice): string {
  let text = folded.get(choice);
  if (text === undefined) {
    text = fold(`${choice.fullName ?? choice.label} ${choice.detail ?? ""}`);
    folded.set(choice, text);
  }
  return text;
}

interface Index {
  /** By value and by label. */
  full: Map<string, Choice>;
  /** By the label without the parentheses at its end. */
  named: Map<string, Choice[]>;
}

/** By list: hundreds of codes are pasted at once into a list of thousands. */
const indexes = new WeakMap<Choice[], Index>();

/** The choices that a text names in full. */
function namedBy(text: string, listed: Choice[]): Choice[] {
  const { full, named } = indexOf(listed);
  const wanted = fold(text);
  const same = full.get(wanted);
  return same ? [same] : (named.get(wanted) ?? []);
}

function indexOf(listed: Choice[]): Index {
  const known = indexes.get(listed);
  if (known) return known;
  const index: Index = { full: new Map(), named: new Map() };
  for (const choice of listed) {
    if (choice.fullName) index.full.set(fold(choice.fullName), choice);
    index.full.set(fold(choice.label), choice);
    const name = fold(choice.label.replace(/\s*\([^)]*\)$/, ""));
    index.named.set(name, [...(index.named.get(name) ?? []), choice]);
  }
  // A value wins over a label: it is what is stored.
  for (const choice of listed) index.full.set(fold(choice.value), choice);
  indexes.set(listed, index);
  return index;
}
