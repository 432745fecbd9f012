/** What an export makes of a list: files as they stand in schemas/reference, and what was worth a word. */
export interface ImportedList {
  /** File within the reference folder -> entries. */
  files: Map<string, Entry[]>;
  /** Entries that the export holds more than once. */
  repeated: string[];
  /** Rows that were left out, each with the reason. */
  leftOut: string[];
}

/** A code, or an object whose keys stand in the order they are written in. */
export type Entry = string | Record<string, string>;

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

const MOST_NAMED = 20;

/** What an import changes: per file the entries added and gone, then what was repeated or left out. */
export function referenceReport(imported: ImportedList, before: Map<string, Entry[]>): string {
  const lines = [...imported.files].flatMap(([file, entries]) => {
    const [old, now] = [new Set((before.get(file) ?? []).map(told)), new Set(entries.map(told))];
    const added = [...now].filter((entry) => !old.has(entry));
    const gone = [...old].filter((entry) => !now.has(entry));
    const counts = `${file}: ${old.size} entries before, ${now.size} now, ${added.length} added, ${gone.length} gone`;
    return [counts, ...named("added", added), ...named("gone", gone)];
  });
  const { repeated, leftOut } = imported;
  return [
    ...lines,
    `${repeated.length} repeated in the export`,
    ...named("repeated", repeated),
    ...named("left out", leftOut),
  ].join("\n");
}

/** An entry in short: a code, or its value with its other columns. */
const told = (entry: Entry) =>
  typeof entry === "string"
    ? entry
    : Object.entries(entry)
        .filter(([key]) => key !== "label")
        .map(([, value]) => value)
        .join(", ");

function named(what: string, entries: string[]): string[] {
  const rest = entries.length - MOST_NAMED;
  return [
    ...entries.slice(0, MOST_NAMED).map((entry) => `  ${what}: ${entry}`),
    ...(rest > 0 ? [`  ${what}: and ${rest} more`] : []),
  ];
}
