import type { Entry, ImportedList } from "./importedList.ts";
import { columnOf, readRows, type Row } from "./readExport.ts";

const TEXAS = "48";
const GEOID = ["geoid", "geoidfq", "fips", "geo_id"];
const NAMES = ["name", "namelsad", "basename"];

/** City, town, village: what the Census calls an incorporated place in Texas, beside the city of another form. */
const INCORPORATED = /\s(city|town|village)(\s\(balance\))?$/;

/** The counties of a Census gazetteer file. */
export function importCounties(text: string): ImportedList {
  const places = texan(readRows(text), 5);
  const entries = places.rows.map(({ code, name }) => ({
    value: name.replace(/ County$/, ""),
    label: name.replace(/ County$/, ""),
    fips: code,
  }));
  entries.sort((a, b) => (a.fips < b.fips ? -1 : 1));
  return { files: new Map([["counties.json", entries]]), repeated: places.repeated, leftOut: places.leftOut };
}

/**
 * The incorporated places of a Census gazetteer file, by name; those that share a name carry their code, so that
 * they can be told apart. Census designated places are left out: nobody governs them.
 */
export function importCities(text: string): ImportedList {
  const places = texan(readRows(text), 7);
  const cities = places.rows.filter(({ name }) => INCORPORATED.test(name));
  const designated = places.rows.length - cities.length;
  const named = cities.map(({ code, name }) => ({ code, name: name.replace(INCORPORATED, "") }));
  const uses = new Map<string, number>();
  for (const { name } of named) uses.set(name, (uses.get(name) ?? 0) + 1);
  const entries: Entry[] = named
    .map(({ code, name }) => ({ code, value: uses.get(name) === 1 ? name : `${name} (${code})` }))
    .map(({ code, value }) => ({ value, label: value, census: code }))
    .toSorted((a, b) => byName(a.value, b.value));
  return {
    files: new Map([["cities.json", entries]]),
    repeated: [...uses].filter(([, count]) => count > 1).map(([name]) => name),
    leftOut: [
      ...places.leftOut,
      ...(designated > 0 ? [`${designated} places that are not incorporated`] : []),
    ],
  };
}

/** Names in the order of a telephone book: case, spaces and marks count last. */
const byName = (a: string, b: string) => collator.compare(a, b);
const collator = new Intl.Collator("en");

/** The rows of Texas, each code once. */
function texan(rows: Row[], length: number) {
  const [geoid, nameColumn] = [columnOf(rows, GEOID, "the Census code"), columnOf(rows, NAMES, "the name")];
  const all = rows.map((row) => ({ code: (row[geoid] ?? "").slice(-length), name: row[nameColumn] ?? "" }));
  const ours = all.filter(({ code }) => code.length === length && code.startsWith(TEXAS));
  const seen = new Map(ours.map((place) => [place.code, place]));
  const others = all.length - ours.length;
  const commas = [...seen.values()].filter(({ name }) => name.includes(",") || name === "");
  return {
    rows: [...seen.values()].filter((place) => !commas.includes(place)),
    repeated: ours.map(({ code }) => code).filter((code, index, codes) => codes.indexOf(code) !== index),
    leftOut: [
      ...(others > 0 ? [`${others} rows outside Texas`] : []),
      ...commas.map(({ code, name }) => `${code} "${name}": a name cannot be empty or hold a comma`),
    ],
  };
}
