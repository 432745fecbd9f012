import { describe, expect, it } from "vitest";
import { isJunk } from "../../src/contract/model-folder/modelFolderEntry.ts";
import { quoted } from "../../src/contract/model-folder/modelFolderFinding.ts";
import {
  coverageName,
  metadataFileName,
  modelRootName,
  zipFileName,
} from "../../src/contract/model-folder/modelFolder.ts";

describe("modelRootName", () => {
  it("cuts a long name, so that a file system can hold the folder", () => {
    const name = modelRootName("030000000001", "Creek ".repeat(2_000));
    expect(name).toHaveLength(113);
    expect(modelRootName("030000000001", "Creek ".repeat(100))).toBe(name);
  });

  it.each([
    ["Denton Creek", "030000000001_Denton_Creek"],
    ["Denton - Creek (2026)", "030000000001_Denton_Creek_2026_"],
    ["Río Grande", "030000000001_R_o_Grande"],
    ["A_B", "030000000001_A_B"],
    [" lead", "030000000001__lead"],
  ])("makes every run of other characters in %j one underscore", (title, root) => {
    expect(modelRootName("030000000001", title)).toBe(root);
  });
});

it("names the other parts of the folder after the model and the record", () => {
  expect(coverageName("030000000001")).toBe("Model_030000000001_Coverage.gdb");
  expect(metadataFileName("17")).toBe("metadata_17.yml");
  expect(zipFileName("030000000001", "Denton Creek")).toBe("030000000001_Denton_Creek.zip");
});

it("reads names that are nothing but slashes", () => {
  const hostile = `a${"/".repeat(65_000)}b`;
  // By a pattern that is tried at each slash, one takes seconds.
  for (let count = 0; count < 20; count += 1) expect(isJunk(hostile)).toBe(false);
});

it("quotes half of a character as one that cannot be shown: no database takes it", () => {
  expect(quoted("a\ud83d")).toBe('"a\u{FFFD}"');
  expect(quoted("a\u{1F30A}")).toBe('"a\u{1F30A}"');
});
