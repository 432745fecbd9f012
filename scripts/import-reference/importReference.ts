import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFiles } from "../generate/writeFiles.ts";
import { suggestion } from "../source/didYouMean.ts";
import { referenceReport, referenceText, type Entry, type ImportedList } from "./importedList.ts";
import { importHydrologicUnits } from "./importHydrologicUnits.ts";
import { importCities, importCounties } from "./importPlaces.ts";
import { importSoftware } from "./importSoftware.ts";
import { readExport } from "./readExport.ts";

export const USAGE = `npm run import-reference -- hucs|counties|cities|software FILE [--regions FILE] [--dry-run]

Puts an official export in place of a reference list, and says what that adds, takes away and finds repeated.

hucs      USGS Watershed Boundary Dataset, table of HUC12 as CSV, JSON or GeoJSON, with a column "region", or with
          --regions: a table of huc12, huc10 or huc8 and region
counties  US Census gazetteer file of counties (separated by tabs or bars)
cities    US Census gazetteer file of places
software  CSV with the columns name and abbr, and vendor where known

--dry-run  say it only`;

type Import = (
  text: string,
  more: { mapping?: string | undefined; before: Map<string, Entry[]> },
) => ImportedList;

const IMPORTS: Record<string, Import> = {
  hucs: (text, { mapping }) => importHydrologicUnits(text, mapping),
  counties: importCounties,
  cities: importCities,
  software: (text, { before }) => importSoftware(text, before.get("software.json")),
};

/**
 * Imports what the arguments say into a reference folder.
 *
 * @returns the report
 * @throws Error when an argument or the file is wrong, or the file would empty a list
 */
export async function importReference(args: string[], folder = "schemas/reference"): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { regions: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const [list, file] = positionals;
  if (list === undefined || file === undefined || positionals.length > 2) throw new Error(USAGE);
  const read = IMPORTS[list];
  if (!read)
    throw new Error(`There is no list "${list}".${suggestion(list, Object.keys(IMPORTS))}\n\n${USAGE}`);
  const before = await listsIn(folder);
  const mapping = values.regions === undefined ? undefined : await readExport(values.regions);
  const imported = importedFrom(file, read, await readExport(file), { mapping, before });
  const isEmpty = [...imported.files.values()].every((entries) => entries.length === 0);
  if (isEmpty) throw new Error(`${file} holds no entry for ${list}.\n${imported.leftOut.join("\n")}`);
  const report = referenceReport(imported, before);
  if (values["dry-run"]) return `${report}\nNothing was written.`;
  await writeFiles(
    folder,
    new Map([...imported.files].map(([name, entries]) => [name, referenceText(entries)])),
  );
  return `${report}\nWrote ${imported.files.size} ${imported.files.size === 1 ? "file" : "files"} to ${folder}. Say in its README where the list is from.`;
}

/** @throws Error naming the file that cannot be made a list of */
function importedFrom(file: string, read: Import, ...content: Parameters<Import>): ImportedList {
  try {
    return read(...content);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The lists as they are; one that is not there yet is empty. */
async function listsIn(folder: string): Promise<Map<string, Entry[]>> {
  const units = Array.from(
    { length: 15 },
    (_, index) => `hydrologic-units/${String(index + 1).padStart(2, "0")}.json`,
  );
  const files = ["counties.json", "cities.json", "software.json", ...units];
  const lists = files.map(async (file): Promise<[string, Entry[]]> => {
    const text = await readFile(join(folder, file), "utf8").catch(() => "[]");
    return [file, JSON.parse(text) as Entry[]];
  });
  return new Map(await Promise.all(lists));
}
