import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../../schemas/reference/", import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as T;

interface Place {
  value: string;
  label: string;
  fips?: string;
  census?: string;
}

const regions = read<{ value: string; name: string; label: string }[]>("regions.json");
const counties = read<Place[]>("counties.json");
const cities = read<Place[]>("cities.json");
const software = read<{ software_name: string; software_abbr: string; vendor: string }[]>("software.json");
const roles = read<{ id: number; name: string }[]>("contact-roles.json");
const agencies = read<{ id: number; name: string }[]>("agencies.json");
const collections =
  read<{ collection_id: string; collection_name: string; region: string }[]>("collections.json");

const repeated = <T>(values: T[]) => values.filter((value, at) => values.indexOf(value) !== at);
const trimmed = (text: string) => text !== "" && text === text.trim();

describe("regions", () => {
  it("are numbered 01 to 15, in order", () => {
    const numbers = Array.from({ length: 15 }, (_, at) => String(at + 1).padStart(2, "0"));
    expect(regions.map(({ value }) => value)).toEqual(numbers);
  });

  it("have unique flood planning area names", () => {
    expect(regions.map(({ name }) => name)).toEqual([
      "Canadian-Upper Red",
      "Lower Red-Sulphur-Cypress",
      "Trinity",
      "Sabine",
      "Neches",
      "San Jacinto",
      "Upper Brazos",
      "Lower Brazos",
      "Upper Colorado",
      "Lower Colorado-Lavaca",
      "Guadalupe",
      "San Antonio",
      "Nueces",
      "Upper Rio Grande",
      "Lower Rio Grande",
    ]);
  });

  it("are labeled by number and name", () => {
    for (const { value, name, label } of regions) expect(label).toBe(`${value} ${name}`);
  });
});

describe("hydrologic units", () => {
  const unitsOf = (region: string) => read<string[]>(`hydrologic-units/${region}.json`);

  it("have one file for each region and no other", () => {
    const files = readdirSync(new URL("hydrologic-units/", folder)).sort();
    expect(files).toEqual(regions.map(({ value }) => `${value}.json`));
  });

  it.each(regions.map(({ value }) => value))(
    "of region %s are sorted, unique, 12-digit Texas codes",
    (region) => {
      const codes = unitsOf(region);
      expect(codes.length).toBeGreaterThan(100);
      expect(codes.filter((code) => !/^1[123][0-9]{10}$/.test(code))).toEqual([]);
      expect(repeated(codes)).toEqual([]);
      expect(codes).toEqual([...codes].sort());
    },
  );

  it("are 8,149 distinct codes in all", () => {
    expect(new Set(regions.flatMap(({ value }) => unitsOf(value))).size).toBe(8149);
  });
});

describe("counties and cities", () => {
  it("include 254 counties, each with its own FIPS code", () => {
    expect(counties).toHaveLength(254);
    expect(repeated(counties.map(({ fips }) => fips))).toEqual([]);
    for (const { fips } of counties) expect(fips).toMatch(/^48[0-9]{2}[13579]$/);
  });

  it("include 1,222 cities, of which 1,216 have a Census code of their own", () => {
    const codes = cities.flatMap(({ census }) => (census === undefined ? [] : [census]));
    expect(cities).toHaveLength(1222);
    expect(codes).toHaveLength(1216);
    expect(repeated(codes)).toEqual([]);
    for (const code of codes) expect(code).toMatch(/^48[0-9]{5}$/);
  });

  it.each([
    ["counties", counties],
    ["cities", cities],
  ])("have no commas, stray spaces or duplicates: %s", (_, places) => {
    expect(repeated(places.map(({ value }) => value))).toEqual([]);
    for (const { value, label } of places) {
      expect(value).not.toContain(",");
      expect(trimmed(value)).toBe(true);
      expect(label).toBe(value);
    }
  });

  it("distinguish cities with the same name by Census code", () => {
    for (const name of ["Lakeside", "Oak Ridge", "Reno"]) {
      const namesakes = cities.filter(({ value }) => value.startsWith(`${name} (`));
      expect(namesakes).toHaveLength(2);
      expect(cities.some(({ value }) => value === name)).toBe(false);
      for (const { value, census } of namesakes) expect(value).toBe(`${name} (${census})`);
    }
  });
});

describe("the software list", () => {
  it("has a name, a unique abbreviation and a vendor in every entry", () => {
    expect(software).toHaveLength(72);
    expect(repeated(software.map(({ software_abbr }) => software_abbr.toLowerCase()))).toEqual([]);
    for (const entry of software) expect(Object.values(entry).every(trimmed)).toBe(true);
  });

  it("contains Other and Unknown", () => {
    expect(software.map(({ software_abbr }) => software_abbr)).toEqual(
      expect.arrayContaining(["HEC-RAS", "Other", "Unknown"]),
    );
  });
});

describe("roles and agencies", () => {
  it("have the Submitter as role 1 and the Digital Object Creator as role 9", () => {
    expect(roles.find(({ id }) => id === 1)?.name).toBe("Submitter");
    expect(roles.find(({ id }) => id === 9)?.name).toBe("Digital Object Creator");
    expect(roles).toHaveLength(8);
  });

  it.each([
    ["contact roles", roles],
    ["agencies", agencies],
  ])("have unique integer ids and names: %s", (_, entries) => {
    expect(repeated(entries.map(({ id }) => id))).toEqual([]);
    expect(repeated(entries.map(({ name }) => name.toLowerCase()))).toEqual([]);
    for (const { id, name } of entries) expect(Number.isInteger(id) && trimmed(name)).toBe(true);
  });
});

describe("collections", () => {
  it("exist once for each region, with unique ids", () => {
    expect(collections.map(({ region }) => region)).toEqual(regions.map(({ value }) => value));
    expect(repeated(collections.map(({ collection_id }) => collection_id))).toEqual([]);
  });

  it("have the id 161 for region 01 and the id 117 for region 02", () => {
    const idOf = (region: string) => collections.find((entry) => entry.region === region)?.collection_id;
    expect([idOf("01"), idOf("02")]).toEqual(["161", "117"]);
  });

  it("can be matched to their region by number and by name", () => {
    for (const { collection_name, region } of collections) {
      expect(collection_name).toBe(`Region ${regions.find(({ value }) => value === region)?.label}`);
    }
  });
});

it("the README describes only lists that exist, each with its source", () => {
  const readme = readFileSync(new URL("README.md", folder), "utf8");
  const rows = [...readme.matchAll(/^\| `([a-z-]+(?:\.json|\/))[^|]*\|[^|]*\|([^|]*)\|/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, name, source] of rows) {
    expect(existsSync(new URL(name!, folder)), name).toBe(true);
    expect(source).toMatch(/\w/);
  }
});
