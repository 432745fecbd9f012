/** More entries than these are counted and not named. */
const LIMIT = 10;

/** Entries of a list as one text, the first of them by name: "a, b, c and 4 more". */
export function namedEntries(texts: string[]): string {
  const more = texts.length - LIMIT;
  return texts.slice(0, LIMIT).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en-US")} more` : "");
}
