import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importReference } from "../../scripts/import-reference/importReference.ts";
import { formatReferenceList } from "../../scripts/import-reference/referenceList.ts";

const EXPORTS = "tests/fixtures/exports";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reference-"));
  cpSync("schemas/reference", folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(folder, file), "utf8");
const readList = (file: string) => JSON.parse(read(file)) as unknown[];
const run = (...args: string[]) => importReference(args, folder);

describe("counties", () => {
  it("are imported from a gazetteer file in the list's format and order, with a report", async () => {
    const report = await run("counties", `${EXPORTS}/gaz_counties.txt`);
    expect(read("counties.json")).toBe(
      [
        "[",
        '  {"value": "Anderson", "label": "Anderson", "fips": "48001"},',
        '  {"value": "DeWitt", "label": "DeWitt", "fips": "48123"},',
        '  {"value": "La Salle", "label": "La Salle", "fips": "48283"}',
        "]\n",
      ].join("\n"),
    );
    expect(report).toContain("counties.json: 254 entries before, 3 now, 0 added, 251 removed");
    expect(report).toContain("1 duplicates in the export\n  duplicate: 48001");
    expect(report).toContain("skipped: 1 rows outside Texas");
  });

  it("stay the same if the export has not changed", async () => {
    const before = read("counties.json");
    const rows = (JSON.parse(before) as { value: string; fips: string }[]).map(
      ({ value, fips }) => `TX|${fips}|${value} County`,
    );
    writeFileSync(join(folder, "gazetteer.txt"), ["USPS|GEOID|NAME", ...rows.toReversed()].join("\r\n"));
    expect(await run("counties", join(folder, "gazetteer.txt"))).toContain("254 now, 0 added, 0 removed");
    expect(read("counties.json")).toBe(before);
  });
});

it("imports incorporated places as cities and adds codes to duplicate names", async () => {
  const report = await run("cities", `${EXPORTS}/gaz_place.txt`);
  const names = (readList("cities.json") as { value: string }[]).map(({ value }) => value);
  expect(names).toEqual([
    "Abernathy",
    "Anderson",
    "Bayou Vista",
    "DeSoto",
    "Mexia City",
    "Reno (4861592)",
    "Reno (4861604)",
  ]);
  expect(readList("cities.json")[0]).toEqual({ value: "Abernathy", label: "Abernathy", census: "4800160" });
  expect(report).toMatch(/duplicate: Reno\n.*skipped: 1 places that are not incorporated/);
});

describe("hydrologic units", () => {
  it("are imported from a table of units and a table of basins and regions", async () => {
    const report = await run("hucs", `${EXPORTS}/wbd_huc12.csv`, "--regions", `${EXPORTS}/huc8_region.csv`);
    expect(read("hydrologic-units/03.json")).toBe('[\n  "120301010101",\n  "120301010102"\n]\n');
    expect(readList("hydrologic-units/07.json")).toEqual(["120701010101"]);
    expect(readList("hydrologic-units/08.json")).toEqual(["120701010101"]);
    expect(read("hydrologic-units/01.json")).toBe("[]\n");
    expect(report).toContain("duplicate: 120301010101 in region 03");
    expect(report).toContain('skipped: "12030101": not a code of 12 digits');
    expect(report).toContain("skipped: 1 units outside all flood planning regions");
  });

  it("are imported from a GeoJSON with regions, also for a unit in several regions", async () => {
    const report = await run("hucs", `${EXPORTS}/wbd_huc12.geojson`);
    expect(readList("hydrologic-units/03.json")).toEqual(["120301010101", "120301010102"]);
    expect(readList("hydrologic-units/04.json")).toEqual(["120301010101"]);
    expect(report).toContain('skipped: 120301010103: unknown region "77"');
  });

  it("are rejected without regions", async () => {
    await expect(run("hucs", `${EXPORTS}/wbd_huc12.csv`)).rejects.toThrow(
      /No column for the region .*--regions/,
    );
  });
});

it("keeps known software vendors, removes duplicates and sorts Other and Unknown last", async () => {
  const report = await run("software", `${EXPORTS}/software.csv`);
  expect(readList("software.json")).toEqual([
    {
      software_name: "Hydrologic Engineering Center River Analysis System",
      software_abbr: "HEC-RAS",
      vendor: "US Army Corps of Engineers",
    },
    { software_name: "TUFLOW", software_abbr: "TUFLOW", vendor: expect.stringMatching(/BMT/) as string },
    { software_name: "Two-dimensional, new", software_abbr: "NEW2D", vendor: "Unknown" },
    { software_name: "Unknown", software_abbr: "Unknown", vendor: expect.any(String) as string },
  ]);
  expect(report).toMatch(/added: Two-dimensional, new, NEW2D, Unknown/);
  expect(report).toMatch(/duplicate: tuflow/);
});

it("reports changes and writes nothing with --dry-run", async () => {
  const before = read("counties.json");
  expect(await run("counties", `${EXPORTS}/gaz_counties.txt`, "--dry-run")).toMatch(
    /251 removed[^]*Dry run: nothing was written\.$/,
  );
  expect(read("counties.json")).toBe(before);
});

it.each([
  [["county", "x"], /Unknown list "county"\. Did you mean "counties"\?/],
  [["counties"], /npm run import-reference/],
  [["counties", `${EXPORTS}/software.csv`], /No column for the Census code\. Expected one of: geoid/],
  [["cities", `${EXPORTS}/gaz_counties.txt`], /contains no entries for cities/],
])("rejects the arguments %j with a reason", async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});

it.each([
  ["an empty file", "", /export\.csv is empty\.$/],
  ["another encoding", Buffer.from("name,abbr\nM\u00fcller,MU\n", "latin1"), /export\.csv:2:2: .* not UTF-8/],
  ["other columns", "title;short\nA;B\n", /export\.csv: No column .* Found: title, short\.$/],
  ["an unclosed quotation mark", 'name,abbr\n"A,B\n', /export\.csv: Quote Not Closed/],
])("rejects %s and names the file", async (_, content, message) => {
  const file = join(folder, "export.csv");
  writeFileSync(file, content);
  await expect(run("software", file)).rejects.toThrow(message);
});

it("reads a table separated by semicolons", async () => {
  const file = join(folder, "export.csv");
  writeFileSync(file, 'name;abbr;vendor\nA;B;"C; D"\n');
  expect(await run("software", file)).toMatch(/added: A, B, C; D/);
});

it.each(["counties.json", "cities.json", "software.json", "hydrologic-units/03.json"])(
  "writes %s in the format of the existing file",
  (file) => {
    expect(formatReferenceList(readList(file) as Record<string, string>[])).toBe(read(file));
  },
);
