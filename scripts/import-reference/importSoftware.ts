import type { Entry, ImportedList } from "./referenceList.ts";
import { findColumn, parseRows } from "./readExport.ts";

const collator = new Intl.Collator("en");

/** Entries that are not programs come last. */
const LAST = ["Other", "Unknown"];
const rank = (entry: Record<string, string>) => LAST.indexOf(entry["software_abbr"] ?? "");

/**
 * Reads columns with names, abbreviations and optionally vendors.
 *
 * @param known the current list; its vendors fill gaps in the table
 */
export function importSoftware(text: string, known: Entry[] = []): ImportedList {
  const rows = parseRows(text);
  const name = findColumn(rows, ["name", "software_name", "software"], "the name");
  const abbreviation = findColumn(rows, ["abbr", "software_abbr", "abbreviation"], "the abbreviation");
  const vendors = new Map(
    (known as Record<string, string>[]).map((entry) => [entry["software_abbr"], entry["vendor"]]),
  );
  const seen = new Map<string, Record<string, string>>();
  const [repeated, skipped]: [string[], string[]] = [[], []];
  for (const row of rows) {
    const [full = "", short = ""] = [row[name], row[abbreviation]];
    const key = short.toLowerCase();
    if (!full || !short) skipped.push(`"${full}" "${short}": name and abbreviation are required`);
    else if (seen.has(key)) repeated.push(short);
    else
      seen.set(key, {
        software_name: full,
        software_abbr: short,
        vendor: row["vendor"] || vendors.get(short) || "Unknown",
      });
  }
  const entries = [...seen.values()].toSorted(
    (a, b) => rank(a) - rank(b) || collator.compare(a["software_name"]!, b["software_name"]!),
  );
  return { files: new Map([["software.json", entries]]), repeated, skipped };
}
