import { describe, expect, it } from "vitest";
import { readFolderFacts } from "../../src/contract/model-folder/folderFacts.ts";

const readFacts = (...paths: string[]) =>
  readFolderFacts(
    paths.map((path) => ({ path, size: 1, compressedSize: 1, isDirectory: path.endsWith("/") })),
  );

describe("the name of the model's folder", () => {
  it.each([
    ["is the chosen folder", ["030000000001_Creek/GIS/", "030000000001_Creek/Model_Files/a.prj"]],
    ["is in the chosen folder", ["Desktop/030000000001_Creek/a.prj", "Desktop/030000000001_Creek/GIS/b"]],
    ["has a file of the system beside it", ["Desktop/.DS_Store", "Desktop/030000000001_Creek/a.prj"]],
    ["has Windows separators", ["030000000001_Creek\\GIS\\a", "030000000001_Creek\\b"]],
  ])("is found if it %s", (_, paths) => expect(readFacts(...paths).name).toBe("030000000001_Creek"));

  it.each([
    ["two models were chosen", ["Desktop/030000000001_Creek/a", "Desktop/030000000002_River/b"]],
    ["another folder was chosen", ["Denton/Model_Files/a.prj"]],
    ["only a file has such a name", ["030000000001_Creek.prj"]],
    ["there are no files", ["030000000001_Creek/"]],
  ])("is unknown if %s", (_, paths) => expect(readFacts(...paths).name).toBeUndefined());
});

it.each([
  ["Creek/Model_030000000001_Coverage.gdb/gdb", "Creek/Model_030000000001_Coverage.gdb"],
  ["Creek/model_x_coverage.GDB.zip", "Creek/model_x_coverage.GDB.zip"],
  ["Creek\\Model_x_Coverage.gdb\\gdb", "Creek/Model_x_Coverage.gdb"],
  ["Creek/GIS/extent.gdb/gdb", undefined],
  ["Creek/Model_x_Coverage.gdb/", undefined],
])("finds the coverage geodatabase of %s: %s", (path, coveragePath) =>
  expect(readFacts("Creek/a.prj", path).coveragePath).toBe(coveragePath),
);

const COVERAGE = "Creek/Model_1_Coverage.gdb";

it.each([
  ["the shallowest one", ["Creek/Archive/Model_0_Coverage.gdb/gdb", `${COVERAGE}/gdb`], COVERAGE],
  ["the zip beside its folder", [`${COVERAGE}/gdb`, `${COVERAGE}.ZIP`], `${COVERAGE}.ZIP`],
  ["none if two are equally deep", [`${COVERAGE}/gdb`, "Creek/Model_2_Coverage.gdb.zip"], undefined],
  ["none of two models", [`Desktop/${COVERAGE}/gdb`, "Desktop/River/Model_1_Coverage.gdb/gdb"], undefined],
])("of several coverage geodatabases, takes %s", (_, paths, coveragePath) =>
  expect(readFacts(...paths).coveragePath).toBe(coveragePath),
);
