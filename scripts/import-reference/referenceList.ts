export interface ImportedList {
  /** File in schemas/reference -> entries. */
  files: Map<string, Entry[]>;
  /** Duplicate entries of the export. */
  repeated: string[];
  /** Skipped rows, each with the reason. */
  skipped: string[];
}

/** A code, or an object. */
export type Entry = string | Record<string, string>;

/** One entry per line, so a diff shows what changed. */
export const formatReferenceList = (entries: Entry[]): string =>
  entries.length === 0 ? "[]\n" : `[\n${entries.map((entry) => `  ${formatEntry(entry)}`).join(",\n")}\n]\n`;

function formatEntry(entry: Entry): string {
  if (typeof entry === "string") return JSON.stringify(entry);
  const pairs = Object.entries(entry).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{${pairs.join(", ")}}`;
}

const MAX_LISTED_ENTRIES = 20;

export function formatImportReport(imported: ImportedList, before: Map<string, Entry[]>): string {
  const lines = [...imported.files].flatMap(([file, entries]) => {
    const old = new Set((before.get(file) ?? []).map(summarizeEntry));
    const now = new Set(entries.map(summarizeEntry));
    const added = [...now].filter((entry) => !old.has(entry));
    const removed = [...old].filter((entry) => !now.has(entry));
    const counts = `${file}: ${old.size} entries before, ${now.size} now, ${added.length} added, ${removed.length} removed`;
    return [counts, ...listEntries("added", added), ...listEntries("removed", removed)];
  });
  const { repeated, skipped } = imported;
  return [
    ...lines,
    `${repeated.length} duplicates in the export`,
    ...listEntries("duplicate", repeated),
    ...listEntries("skipped", skipped),
  ].join("\n");
}

const summarizeEntry = (entry: Entry) =>
  typeof entry === "string"
    ? entry
    : Object.entries(entry)
        .filter(([key]) => key !== "label")
        .map(([, value]) => value)
        .join(", ");

function listEntries(label: string, entries: string[]): string[] {
  const rest = entries.length - MAX_LISTED_ENTRIES;
  return [
    ...entries.slice(0, MAX_LISTED_ENTRIES).map((entry) => `  ${label}: ${entry}`),
    ...(rest > 0 ? [`  ${label}: and ${rest} more`] : []),
  ];
}
