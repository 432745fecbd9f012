import type { Entry, ImportedList } from "./importedList.ts";
import { columnOf, readRows } from "./readExport.ts";

const collator = new Intl.Collator("en");

/** What stands for no program of its own comes last. */
const LAST = ["Other", "Unknown"];
const rank = (entry: Record<string, string>) => LAST.indexOf(entry["software_abbr"] ?? "");

/**
 * Software out of a table of names and abbreviations, and vendors where there is such a column; a vendor that the
 * table does not tell stays as the list has it.
 */
export function importSoftware(text: string, known: Entry[] = []): ImportedList {
  const rows = readRows(text);
  const name = columnOf(rows, ["name", "software_name", "software"], "the name");
  const abbreviation = columnOf(rows, ["abbr", "software_abbr", "abbreviation"], "the abbreviation");
  const vendors = new Map(
    (known as Record<string, string>[]).map((entry) => [entry["software_abbr"], entry["vendor"]]),
  );
  const seen = new Map<string, Record<string, string>>();
  const [repeated, leftOut]: [string[], string[]] = [[], []];
  for (const row of rows) {
    const [full = "", short = ""] = [row[name], row[abbreviation]];
    const key = short.toLowerCase();
    if (!full || !short) leftOut.push(`"${full}" "${short}": a name and an abbreviation are needed`);
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
  return { files: new Map([["software.json", entries]]), repeated, leftOut };
}
