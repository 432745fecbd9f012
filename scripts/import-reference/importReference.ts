import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFiles } from "../generate/writeFiles.ts";
import { formatCount } from "../lib/formatCount.ts";
import { suggestion } from "../source/didYouMean.ts";
import { formatImportReport, formatReferenceList, type Entry, type ImportedList } from "./referenceList.ts";
import { importHydrologicUnits } from "./importHydrologicUnits.ts";
import { importCities, importCounties } from "./importPlaces.ts";
import { importSoftware } from "./importSoftware.ts";
import { readExport } from "./readExport.ts";

export const USAGE = `npm run import-reference -- hucs|counties|cities|software FILE [--regions FILE] [--dry-run]

Replaces a reference list with an official export and reports added, removed and duplicate entries.

hucs      USGS Watershed Boundary Dataset, HUC12 table as CSV, JSON or GeoJSON, with a column "region" or with --regions
counties  US Census gazetteer file of counties, separated by tabs or bars
cities    US Census gazetteer file of places
software  CSV with the columns name, abbr and optionally vendor

--regions FILE  table with the columns region and huc12, huc10 or huc8
--dry-run       report only, write nothing`;

type ImportFunction = (
  text: string,
  more: { mapping?: string | undefined; before: Map<string, Entry[]> },
) => ImportedList;

const IMPORTS: Record<string, ImportFunction> = {
  hucs: (text, { mapping }) => importHydrologicUnits(text, mapping),
  counties: importCounties,
  cities: importCities,
  software: (text, { before }) => importSoftware(text, before.get("software.json")),
};

/**
 * @returns the report
 * @throws Error for wrong arguments, an unreadable file, or a file without entries
 */
export async function importReference(args: string[], folder = "schemas/reference"): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { regions: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const [list, file] = positionals;
  if (list === undefined || file === undefined || positionals.length > 2) throw new Error(USAGE);
  const importList = IMPORTS[list];
  if (!importList)
    throw new Error(`Unknown list "${list}".${suggestion(list, Object.keys(IMPORTS))}\n\n${USAGE}`);
  const before = await readLists(folder);
  const mapping = values.regions === undefined ? undefined : await readExport(values.regions);
  const imported = runImport(file, importList, await readExport(file), { mapping, before });
  const isEmpty = [...imported.files.values()].every((entries) => entries.length === 0);
  if (isEmpty) throw new Error(`${file} contains no entries for ${list}.\n${imported.skipped.join("\n")}`);
  const report = formatImportReport(imported, before);
  if (values["dry-run"]) return `${report}\nDry run: nothing was written.`;
  await writeFiles(
    folder,
    new Map([...imported.files].map(([name, entries]) => [name, formatReferenceList(entries)])),
  );
  return `${report}\nWrote ${formatCount(imported.files.size, "file")} to ${folder}. Add the source of the list to ${folder}/README.md.`;
}

function runImport(
  file: string,
  importList: ImportFunction,
  ...content: Parameters<ImportFunction>
): ImportedList {
  try {
    return importList(...content);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** A missing list is read as empty. */
async function readLists(folder: string): Promise<Map<string, Entry[]>> {
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
