import { describe, expect, it } from "vitest";
import cities from "../../schemas/reference/cities.json";
import counties from "../../schemas/reference/counties.json";
import { schemaOf, type FieldSchema } from "../../src/contract/schema/fields.ts";
import {
  findChoices,
  namedEntries,
  NOT_LOADED,
  readExactly,
  readTyped,
  splitEntries,
  type Choice,
} from "../../src/contract/schema/readEntry.ts";

const list = (listed: Choice[], offered = listed, isLoading = false) => {
  const values = new Set(offered.map(({ value }) => value));
  return { listed, offered, isLoading, isOffered: (value: string) => values.has(value) };
};
const closed = (listed: Choice[], rules?: FieldSchema) => ({ choices: list(listed), rules, isOpen: false });
const itemsOf = (field: string) => schemaOf("metadata").properties[field]?.items;

const plain = (...values: string[]): Choice[] => values.map((value) => ({ value, label: value }));
const UNITS: Choice[] = ["120301010101", "120301010102"].map((value) => ({
  value,
  label: `${value} (Trinity)`,
}));
const units = { choices: list(UNITS), rules: itemsOf("hydrologicUnitCode"), isOpen: true };
const SOFTWARE: Choice[] = [
  { value: "SSA", label: "Autodesk Storm and Sanitary Analysis (SSA)" },
  { value: "HEC-RAS", label: "Hydrologic Engineering Center River Analysis System (HEC-RAS)" },
];

describe("a text typed into a list", () => {
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
  ])("takes %j for the choice it means", (text, reading, value) => {
    expect(readTyped(text, reading)).toEqual({ value, isListed: true });
  });

  it("asks which, where a name stands for several", () => {
    expect(readTyped("lakeside", closed(cities))).toEqual({
      fault: '"lakeside" may be Lakeside (4840738) or Lakeside (4840744): choose one.',
    });
  });

  it("takes none where many hold the text, or none does", () => {
    expect(readTyped("San", closed(counties))).toEqual({ fault: '"San" is not in the list.' });
    expect(readTyped("Nowhere", closed(counties))).toEqual({ fault: '"Nowhere" is not in the list.' });
  });

  it("never makes a whole code of a part of one", () => {
    const one = { ...units, choices: list(UNITS.slice(0, 1)) };
    expect(readTyped("12030101010", one)).toEqual({ fault: "Each entry must be a 12 digit number" });
    expect(readTyped("0", closed(plain("01 Canadian")))).toEqual({ fault: '"0" is not in the list.' });
  });

  it("takes a well-formed value that an open list does not hold, and no other", () => {
    expect(readTyped("129999999999", units)).toEqual({ value: "129999999999", isListed: false });
    const none = { ...closed([]), rules: itemsOf("county") };
    expect(readTyped("Denton", none)).toEqual({ fault: '"Denton" is not in the list.' });
    const fixed = { ...none, rules: itemsOf("modelType") };
    expect(readTyped("Magic", fixed)).toEqual({ fault: '"Magic" is not in the list.' });
  });

  it("takes nothing that a closed list may not hold while that is on its way", () => {
    const coming = { ...closed([]), choices: list([], [], true) };
    expect(readTyped("Denton", coming)).toEqual({ fault: NOT_LOADED });
    expect(readTyped("Denton", { ...coming, isOpen: true })).toEqual({ value: "Denton", isListed: false });
  });

  it("makes no value of part of a name in an open list, unless it is meant as one", () => {
    const open = { ...closed(plain("City of Justin", "City of Roanoke")), isOpen: true };
    expect(readTyped("city of jus", open)).toEqual({
      fault: '"city of jus" is part of City of Justin: choose that, or "city of jus" itself.',
    });
    expect(readTyped("City", open)).toEqual({
      fault: '"City" is part of 2 names in the list: choose one, or "City" itself.',
    });
    expect(readTyped("City", open, true)).toEqual({ value: "City", isListed: false });
    expect(readTyped("city of justin", open)).toEqual({ value: "City of Justin", isListed: true });
    expect(readTyped("Halff", open)).toEqual({ value: "Halff", isListed: false });
  });

  it("takes a code in full that is not offered now, as what it is", () => {
    const elsewhere = { ...units, choices: list(UNITS, UNITS.slice(0, 1)) };
    expect(readTyped("120301010102", elsewhere)).toEqual({ value: "120301010102", isListed: false });
  });

  it("finds only what is named in full, where asked for that", () => {
    expect(readExactly("river system", closed(SOFTWARE))).toHaveProperty("fault");
  });
});

describe("a search", () => {
  it("finds every word in any order, what begins with the text first", () => {
    const found = findChoices(plain("New Denton", "Denton County", "Wise"), "dent");
    expect(found.map(({ value }) => value)).toEqual(["Denton County", "New Denton"]);
    expect(findChoices(UNITS, "trinity 0102").map(({ value }) => value)).toEqual(["120301010102"]);
  });
});

it.each([
  ["1203 1204\n1205", ["1203", "1204", "1205"]],
  ["Van Zandt; Wise,\tReal", ["Van Zandt", "Wise", "Real"]],
  ["\"120301010101\"\r\n\r\n'1'", ["120301010101", "1"]],
  [" ,;\n", []],
])("reads the text %j as entries", (text, entries) => {
  expect(splitEntries(text)).toEqual(entries);
});

it("reads hundreds of pasted codes against thousands in no time", () => {
  const many = Array.from({ length: 8_000 }, (_, index) => String(120_000_000_000 + index));
  const reading = { ...units, choices: list(many.map((value) => ({ value, label: `${value} (Trinity)` }))) };
  const start = performance.now();
  for (const code of many.slice(0, 500)) expect(readTyped(code, reading)).toHaveProperty("value", code);
  expect(performance.now() - start).toBeLessThan(500);
});

it("names the first ten of many entries", () => {
  expect(namedEntries(["a", "b"])).toBe("a, b");
  expect(namedEntries(Array.from({ length: 14 }, (_, index) => `${index}`))).toMatch(/^0, .*, 9 and 4 more$/);
});
