import type { ImportedList } from "./referenceList.ts";
import { findColumn, parseRows, type Row } from "./readExport.ts";

const UNIT_COLUMNS = ["huc12", "huc_12", "huc"];
const REGION_COLUMNS = ["region_number", "region", "rfpg_num", "regionid", "region_id"];
/** The most specific first. */
const AREA_COLUMNS = ["huc12", "huc10", "huc8", "huc6", "huc4"];

/**
 * Sorts the 12-digit units of a Watershed Boundary Dataset table into one file per flood planning region. A unit may
 * belong to several regions.
 *
 * @param mapping table that gives the regions by unit or by a larger basin; otherwise they are a column of `text`
 */
export function importHydrologicUnits(text: string, mapping?: string): ImportedList {
  const rows = parseRows(text);
  const unit = findColumn(rows, UNIT_COLUMNS, "the 12-digit unit");
  const getRegions =
    mapping === undefined ? createRegionLookup(rows) : createMappedRegionLookup(parseRows(mapping));
  const byRegion = new Map(REGION_NUMBERS.map((region) => [region, new Set<string>()]));
  const [repeated, skipped]: [string[], string[]] = [[], []];
  let withoutRegion = 0;
  for (const row of rows) {
    const code = row[unit] ?? "";
    const regions = getRegions(row, code);
    if (!/^\d{12}$/.test(code)) skipped.push(`"${code}": not a code of 12 digits`);
    else if (regions.length === 0) withoutRegion++;
    for (const region of /^\d{12}$/.test(code) ? regions : []) {
      const codes = byRegion.get(region);
      if (!codes) skipped.push(`${code}: unknown region "${region}"`);
      else if (codes.has(code)) repeated.push(`${code} in region ${region}`);
      else codes.add(code);
    }
  }
  if (withoutRegion > 0) skipped.push(`${withoutRegion} units outside all flood planning regions`);
  const files = [...byRegion].map(([region, codes]): [string, string[]] => [
    `hydrologic-units/${region}.json`,
    [...codes].toSorted(),
  ]);
  return { files: new Map(files), repeated, skipped };
}

const REGION_NUMBERS = Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, "0"));

type GetRegions = (row: Row, code: string) => string[];

/** "3", "03" or "03; 08" -> two-digit numbers. */
const parseRegionNumbers = (text: string) =>
  [...text.matchAll(/\d+/g)].map(([number]) => number.replace(/^0+(?=\d)/, "").padStart(2, "0"));

function createRegionLookup(rows: Row[]): GetRegions {
  const column = findColumn(rows, REGION_COLUMNS, "the region (or name a second file with --regions)");
  return (row) => parseRegionNumbers(row[column] ?? "");
}

function createMappedRegionLookup(mapping: Row[]): GetRegions {
  const region = findColumn(mapping, REGION_COLUMNS, "the region");
  const area = findColumn(mapping, AREA_COLUMNS, "the unit or basin");
  const known = new Map<string, Set<string>>();
  for (const row of mapping) {
    const regions = known.get(row[area] ?? "") ?? new Set();
    for (const number of parseRegionNumbers(row[region] ?? "")) regions.add(number);
    known.set(row[area] ?? "", regions);
  }
  const length = Number(/\d+$/.exec(area)![0]);
  return (_, code) => [...(known.get(code.slice(0, length)) ?? [])];
}
