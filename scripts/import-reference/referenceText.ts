import type { Entry } from "./importedList.ts";

/** A reference list as the files have it: an entry to a line, so that a review shows which came and went. */
export const referenceText = (entries: Entry[]): string =>
  entries.length === 0 ? "[]\n" : `[\n${entries.map((entry) => `  ${entryText(entry)}`).join(",\n")}\n]\n`;

function entryText(entry: Entry): string {
  if (typeof entry === "string") return JSON.stringify(entry);
  const pairs = Object.entries(entry).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{${pairs.join(", ")}}`;
}
