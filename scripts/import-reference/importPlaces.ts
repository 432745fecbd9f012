import type { Entry, ImportedList } from "./referenceList.ts";
import { findColumn, parseRows, type Row } from "./readExport.ts";

const TEXAS = "48";
const GEOID = ["geoid", "geoidfq", "fips", "geo_id"];
const NAMES = ["name", "namelsad", "basename"];

/** The Census adds the kind of an incorporated place to its name. */
const INCORPORATED_SUFFIX = /\s(city|town|village)(\s\(balance\))?$/;

export function importCounties(text: string): ImportedList {
  const places = selectTexanPlaces(parseRows(text), 5);
  const entries = places.rows.map(({ code, name }) => ({
    value: name.replace(/ County$/, ""),
    label: name.replace(/ County$/, ""),
    fips: code,
  }));
  entries.sort((a, b) => (a.fips < b.fips ? -1 : 1));
  return { files: new Map([["counties.json", entries]]), repeated: places.repeated, skipped: places.skipped };
}

/**
 * Imports incorporated places. Places with the same name get their code added. Census designated places are skipped:
 * they have no government.
 */
export function importCities(text: string): ImportedList {
  const places = selectTexanPlaces(parseRows(text), 7);
  const cities = places.rows.filter(({ name }) => INCORPORATED_SUFFIX.test(name));
  const designated = places.rows.length - cities.length;
  const shortNamed = cities.map(({ code, name }) => ({ code, name: name.replace(INCORPORATED_SUFFIX, "") }));
  const uses = new Map<string, number>();
  for (const { name } of shortNamed) uses.set(name, (uses.get(name) ?? 0) + 1);
  const entries: Entry[] = shortNamed
    .map(({ code, name }) => ({ code, value: uses.get(name) === 1 ? name : `${name} (${code})` }))
    .map(({ code, value }) => ({ value, label: value, census: code }))
    .toSorted((a, b) => compareNames(a.value, b.value));
  return {
    files: new Map([["cities.json", entries]]),
    repeated: [...uses].filter(([, count]) => count > 1).map(([name]) => name),
    skipped: [
      ...places.skipped,
      ...(designated > 0 ? [`${designated} places that are not incorporated`] : []),
    ],
  };
}

/** Case, spaces and punctuation count last. */
const compareNames = (a: string, b: string) => collator.compare(a, b);
const collator = new Intl.Collator("en");

/** @param length number of digits of the code */
function selectTexanPlaces(rows: Row[], length: number) {
  const [geoid, nameColumn] = [
    findColumn(rows, GEOID, "the Census code"),
    findColumn(rows, NAMES, "the name"),
  ];
  const all = rows.map((row) => ({ code: (row[geoid] ?? "").slice(-length), name: row[nameColumn] ?? "" }));
  const texan = all.filter(({ code }) => code.length === length && code.startsWith(TEXAS));
  const seen = new Map(texan.map((place) => [place.code, place]));
  const otherCount = all.length - texan.length;
  const invalid = [...seen.values()].filter(({ name }) => name.includes(",") || name === "");
  return {
    rows: [...seen.values()].filter((place) => !invalid.includes(place)),
    repeated: texan.map(({ code }) => code).filter((code, index, codes) => codes.indexOf(code) !== index),
    skipped: [
      ...(otherCount > 0 ? [`${otherCount} rows outside Texas`] : []),
      ...invalid.map(({ code, name }) => `${code} "${name}": a name cannot be empty or contain a comma`),
    ],
  };
}
