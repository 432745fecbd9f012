import type { Entry, ImportedList } from "./importedList.ts";

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
