import { describe, expect, it } from "vitest";
import cities from "../../schemas/reference/cities.json";
import counties from "../../schemas/reference/counties.json";
import { getSchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import {
  searchOptions,
  formatEntryList,
  OPTIONS_NOT_LOADED,
  parseExactEntry,
  parseTypedEntry,
  splitEntries,
  type SearchableOption,
} from "../../src/contract/schema/parseEntry.ts";

const list = (listed: SearchableOption[], offered = listed, isLoading = false) => {
  const values = new Set(offered.map(({ value }) => value));
  return { listed, offered, isLoading, isOffered: (value: string) => values.has(value) };
};
const closed = (listed: SearchableOption[], rules?: FieldSchema) => ({
  options: list(listed),
  rules,
  isOpen: false,
});
const itemsOf = (field: string) => getSchema("metadata").properties[field]?.items;

const plain = (...values: string[]): SearchableOption[] => values.map((value) => ({ value, label: value }));
const UNITS: SearchableOption[] = ["120301010101", "120301010102"].map((value) => ({
  value,
  label: `${value} (Trinity)`,
}));
const units = { options: list(UNITS), rules: itemsOf("hydrologicUnitCode"), isOpen: true };
const SOFTWARE: SearchableOption[] = [
  { value: "SSA", label: "Autodesk Storm and Sanitary Analysis (SSA)" },
  { value: "HEC-RAS", label: "Hydrologic Engineering Center River Analysis System (HEC-RAS)" },
];

describe("parsing a typed entry", () => {
  it.each([
    ["denton", closed(counties), "Denton"],
    ["  WISE ", closed(counties), "Wise"],
    ["wisc", closed(plain("Wise", "Wiscassee")), "Wiscassee"],
    ["hec-ras", closed(SOFTWARE), "HEC-RAS"],
    ["autodesk storm and sanitary analysis", closed(SOFTWARE), "SSA"],
    ["river system", closed(SOFTWARE), "HEC-RAS"],
    ["2d", closed(plain("Hydraulic", "2D")), "2D"],
    ["Lakeside City", closed(cities), "Lakeside City"],
    ["Lakeside (4840744)", closed(cities), "Lakeside (4840744)"],
    ["nino", closed(plain("Niño", "Other")), "Niño"],
    [
      "restricted - can share",
      closed(plain("Restricted – Can share", "Restricted - Display")),
      "Restricted – Can share",
    ],
    ["120301010102", units, "120301010102"],
  ])("resolves %j to its option", (text, reading, value) => {
    expect(parseTypedEntry(text, reading)).toEqual({ value, isListed: true });
  });

  it("reports an ambiguous name with its options", () => {
    expect(parseTypedEntry("lakeside", closed(cities))).toEqual({
      error: '"lakeside" can mean Lakeside (4840738) or Lakeside (4840744): choose one.',
    });
  });

  it("resolves nothing when many options or none contain the text", () => {
    expect(parseTypedEntry("San", closed(counties))).toEqual({ error: '"San" is not in the list.' });
    expect(parseTypedEntry("Nowhere", closed(counties))).toEqual({ error: '"Nowhere" is not in the list.' });
  });

  it("rejects part of a code instead of completing it", () => {
    const one = { ...units, options: list(UNITS.slice(0, 1)) };
    expect(parseTypedEntry("12030101010", one)).toEqual({ error: "Each entry must be a 12 digit number" });
    expect(parseTypedEntry("0", closed(plain("01 Canadian")))).toEqual({ error: '"0" is not in the list.' });
  });

  it("explains a code that a spreadsheet shortened", () => {
    expect(parseTypedEntry("1.20301E+11", units)).toEqual({
      error:
        "Each entry must be a 12 digit number. A spreadsheet shortened the number to 1.20301E+11. Format its cells as text, then copy it again.",
    });
  });

  it("accepts an unlisted value of an open list only when it is well-formed", () => {
    expect(parseTypedEntry("129999999999", units)).toEqual({ value: "129999999999", isListed: false });
    const none = { ...closed([]), rules: itemsOf("county") };
    expect(parseTypedEntry("Denton", none)).toEqual({ error: '"Denton" is not in the list.' });
    const fixed = { ...none, rules: itemsOf("modelType") };
    expect(parseTypedEntry("Magic", fixed)).toEqual({ error: '"Magic" is not in the list.' });
  });

  it("rejects every entry while the options of a closed list are loading", () => {
    const coming = { ...closed([]), options: list([], [], true) };
    expect(parseTypedEntry("Denton", coming)).toEqual({ error: OPTIONS_NOT_LOADED });
    expect(parseTypedEntry("Denton", { ...coming, isOpen: true })).toEqual({
      value: "Denton",
      isListed: false,
    });
  });

  it("rejects part of an option's name in an open list, unless confirmed", () => {
    const open = { ...closed(plain("City of Justin", "City of Roanoke")), isOpen: true };
    expect(parseTypedEntry("city of jus", open)).toEqual({
      error: 'The list contains City of Justin. Choose it, or choose "city of jus" to add it as a new entry.',
    });
    expect(parseTypedEntry("City", open)).toEqual({
      error:
        '2 names in the list contain "City". Choose one of them, or choose "City" to add it as a new entry.',
    });
    expect(parseTypedEntry("City", open, true)).toEqual({ value: "City", isListed: false });
    expect(parseTypedEntry("city of justin", open)).toEqual({ value: "City of Justin", isListed: true });
    expect(parseTypedEntry("Halff", open)).toEqual({ value: "Halff", isListed: false });
  });

  it("accepts a full code of the list even if it is not offered at the moment", () => {
    const elsewhere = { ...units, options: list(UNITS, UNITS.slice(0, 1)) };
    expect(parseTypedEntry("120301010102", elsewhere)).toEqual({ value: "120301010102", isListed: false });
  });

  it("accepts only full names with parseExactEntry", () => {
    expect(parseExactEntry("river system", closed(SOFTWARE))).toHaveProperty("error");
  });
});

describe("searching options", () => {
  it("matches all words in any order, prefix matches first", () => {
    const found = searchOptions(plain("New Denton", "Denton County", "Wise"), "dent");
    expect(found.map(({ value }) => value)).toEqual(["Denton County", "New Denton"]);
    expect(searchOptions(UNITS, "trinity 0102").map(({ value }) => value)).toEqual(["120301010102"]);
  });
});

it.each([
  ["1203 1204\n1205", ["1203", "1204", "1205"]],
  ["Van Zandt; Wise,\tReal", ["Van Zandt", "Wise", "Real"]],
  ["\"120301010101\"\r\n\r\n'1'", ["120301010101", "1"]],
  [" ,;\n", []],
])("splits the typed or pasted text %j into entries", (text, entries) => {
  expect(splitEntries(text)).toEqual(entries);
});

it("parses hundreds of pasted codes against thousands of options quickly", () => {
  const many = Array.from({ length: 8_000 }, (_, index) => String(120_000_000_000 + index));
  const reading = { ...units, options: list(many.map((value) => ({ value, label: `${value} (Trinity)` }))) };
  const start = performance.now();
  for (const code of many.slice(0, 500)) expect(parseTypedEntry(code, reading)).toHaveProperty("value", code);
  expect(performance.now() - start).toBeLessThan(60_000);
});

it("formatEntryList shows the first ten entries and the number of further ones", () => {
  expect(formatEntryList(["a", "b"])).toBe("a, b");
  expect(formatEntryList(Array.from({ length: 14 }, (_, index) => `${index}`))).toMatch(
    /^0, .*, 9 and 4 more$/,
  );
});
