import { describe, expect, it } from "vitest";
import { isSystemFile } from "../../src/contract/model-folder/folderEntries.ts";
import { quoteName } from "../../src/contract/model-folder/diagnostic.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
  modelZipName,
  parseModelFolderName,
} from "../../src/contract/model-folder/modelFolderNames.ts";

describe("modelFolderName", () => {
  it("truncates a long name to fit file system limits", () => {
    const name = modelFolderName("030000000001", "Creek ".repeat(2_000));
    expect(name).toHaveLength(113);
    expect(modelFolderName("030000000001", "Creek ".repeat(100))).toBe(name);
  });

  it.each([
    ["Denton Creek", "030000000001_Denton_Creek"],
    ["Denton - Creek (2026)", "030000000001_Denton_Creek_2026_"],
    ["Río Grande", "030000000001_R_o_Grande"],
    ["A_B", "030000000001_A_B"],
    [" lead", "030000000001__lead"],
  ])("replaces each run of other characters in %j with one underscore", (title, root) => {
    expect(modelFolderName("030000000001", title)).toBe(root);
  });
});

describe("parseModelFolderName", () => {
  it.each([
    ["030000000001_Denton_Creek", { identifier: "030000000001", title: "Denton Creek" }],
    ["030000000001_Denton_Creek_2026_", { identifier: "030000000001", title: "Denton Creek 2026" }],
    ["030000000001_", { identifier: "030000000001", title: "" }],
    ["03000000001_Denton_Creek", undefined],
    ["0300000000012_Denton_Creek", undefined],
    ["Denton_Creek", undefined],
    ["030000000001", undefined],
  ])("reads %s as %j", (name, parsed) => expect(parseModelFolderName(name)).toEqual(parsed));
});

it("names the required files after the model and the record", () => {
  expect(coverageGeodatabaseName("030000000001")).toBe("Model_030000000001_Coverage.gdb");
  expect(metadataFileName("17")).toBe("metadata_17.yml");
  expect(modelZipName("030000000001", "Denton Creek")).toBe("030000000001_Denton_Creek.zip");
});

it("isSystemFile checks a name with 65,000 slashes within milliseconds", () => {
  const hostile = `a${"/".repeat(65_000)}b`;
  // A regular expression would take seconds.
  for (let count = 0; count < 20; count += 1) expect(isSystemFile(hostile)).toBe(false);
});

it("quoteName replaces lone surrogates, which databases reject", () => {
  expect(quoteName("a\ud83d")).toBe('"a\u{FFFD}"');
  expect(quoteName("a\u{1F30A}")).toBe('"a\u{1F30A}"');
});
