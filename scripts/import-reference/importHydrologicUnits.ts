import type { ImportedList } from "./importedList.ts";
import { columnOf, readRows, type Row } from "./readExport.ts";

const UNIT = ["huc12", "huc_12", "huc"];
const REGION = ["region_number", "region", "rfpg_num", "regionid", "region_id"];
/** From the finest on: what names a single unit goes before what names a basin around it. */
const AREAS = ["huc12", "huc10", "huc8", "huc6", "huc4"];

/**
 * The 12-digit units of a Watershed Boundary Dataset table, in a file for each flood planning region. The region
 * stands in a column of the table, or in a second table that gives it by unit or by a larger basin (HUC8 ...). A unit
 * may be in several regions.
 *
 * @param mapping the second table
 * @throws Error when no column says the unit or the region
 */
export function importHydrologicUnits(text: string, mapping?: string): ImportedList {
  const rows = readRows(text);
  const unit = columnOf(rows, UNIT, "the 12-digit unit");
  const regionsOf = mapping === undefined ? ownRegions(rows) : mappedRegions(readRows(mapping));
  const byRegion = new Map(REGION_NUMBERS.map((region) => [region, new Set<string>()]));
  const [repeated, leftOut]: [string[], string[]] = [[], []];
  let elsewhere = 0;
  for (const row of rows) {
    const code = row[unit] ?? "";
    const regions = regionsOf(row, code);
    if (!/^\d{12}$/.test(code)) leftOut.push(`"${code}": not a code of 12 digits`);
    else if (regions.length === 0) elsewhere++;
    for (const region of /^\d{12}$/.test(code) ? regions : []) {
      const codes = byRegion.get(region);
      if (!codes) leftOut.push(`${code}: there is no region "${region}"`);
      else if (codes.has(code)) repeated.push(`${code} in region ${region}`);
      else codes.add(code);
    }
  }
  if (elsewhere > 0) leftOut.push(`${elsewhere} units of no flood planning region`);
  const files = [...byRegion].map(([region, codes]): [string, string[]] => [
    `hydrologic-units/${region}.json`,
    [...codes].toSorted(),
  ]);
  return { files: new Map(files), repeated, leftOut };
}

const REGION_NUMBERS = Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, "0"));

type RegionsOf = (row: Row, code: string) => string[];

/** "3", "03" or "03; 08" -> two-digit numbers. */
const numbersIn = (text: string) =>
  [...text.matchAll(/\d+/g)].map(([number]) => number.replace(/^0+(?=\d)/, "").padStart(2, "0"));

function ownRegions(rows: Row[]): RegionsOf {
  const column = columnOf(rows, REGION, "the region (or name a second file with --regions)");
  return (row) => numbersIn(row[column] ?? "");
}

function mappedRegions(mapping: Row[]): RegionsOf {
  const region = columnOf(mapping, REGION, "the region");
  const area = columnOf(mapping, AREAS, "the unit or basin");
  const known = new Map<string, Set<string>>();
  for (const row of mapping) {
    const regions = known.get(row[area] ?? "") ?? new Set();
    for (const number of numbersIn(row[region] ?? "")) regions.add(number);
    known.set(row[area] ?? "", regions);
  }
  const length = Number(/\d+$/.exec(area)![0]);
  return (_, code) => [...(known.get(code.slice(0, length)) ?? [])];
}
