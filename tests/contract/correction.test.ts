import { describe, expect, it } from "vitest";
import type { FolderEntry } from "../../src/contract/model-folder/folderEntries.ts";
import { checkModelFolder, type VersionEntry } from "../../src/contract/model-folder/checkModelFolder.ts";
import {
  hasFilesOfVersion,
  listInheritedEntries,
  listUnchangedPaths,
} from "../../src/contract/uploads/correction.ts";

const entryPaths = ["Model_Files/a.p01", "Model_Files/old/b.p02", "Model_Files/old", "Older/c"];

it.each<[string, zipPaths: string[], leftOut: string[], rest: string[]]>([
  ["everything when the zip is empty", [], [], entryPaths],
  ["no files of the zip, ignoring case", ["model_files/A.P01", "new"], [], entryPaths.slice(1)],
  ["no excluded files", [], ["Model_Files/A.p01"], entryPaths.slice(1)],
  ["no files of an excluded folder", [], ["Model_Files/old"], [entryPaths[0]!, entryPaths[3]!]],
  ["files whose name only starts like an excluded folder", [], ["Old"], entryPaths],
])("a correction inherits %s", (_, zipPaths, excludedPaths, rest) => {
  const entries = entryPaths.map((path) => ({ path }));
  expect(listInheritedEntries({ entries, excludedPaths }, zipPaths).map(({ path }) => path)).toEqual(rest);
});

it.each([
  [["GIS/Area.gdb/a1.gdbtable", "GIS/Area.gdb/timestamps"], "GIS/Area.gdb/a2.gdbtable"],
  [["GIS/Area.gdb/a1.gdbtable", "GIS/Area.gdb"], "GIS/Area.gdb.zip"],
  [["GIS/Area.gdb.zip"], "GIS/Area.gdb"],
])("a correction replaces a geodatabase as a whole: %j by %s", (geodatabase, zipPaths) => {
  const entries = [...geodatabase, "GIS/Area.gdbx", "GIS/Other.gdb/a1.gdbtable"].map((path) => ({ path }));
  expect(listInheritedEntries({ entries, excludedPaths: [] }, [zipPaths])).toEqual(
    entries.slice(geodatabase.length),
  );
});

it("inherits a geodatabase when the zip lists only a folder of that name, without repeating the folder", () => {
  const entries = [
    { path: "GIS/Area.gdb", kind: "directory" as const },
    { path: "GIS/Area.gdb/a1.gdbtable", kind: "file" as const },
    { path: "GIS/a", kind: "file" as const },
  ];
  const inherited = listInheritedEntries({ entries, excludedPaths: [] }, [], ["gis/area.gdb", "GIS/a"]);
  expect(inherited).toEqual(entries.slice(1));
});

const ROOT = "030000000001_Denton_Creek";
const expected = { identifier: "030000000001", title: "Denton Creek", recordId: "17" };
const version = (...without: string[]): VersionEntry[] =>
  ["GIS/", "Supporting/", "Model_Files/a.p01", "Model_030000000001_Coverage.gdb", "metadata_17.yml", "old.7z"]
    .filter((path) => !without.includes(path))
    .map((path) => ({
      path: path.replace(/\/$/, ""),
      kind: path.endsWith("/") ? "directory" : "file",
      size: 10,
    }));

const listMessages = (paths: string[], entries: VersionEntry[], excludedPaths: string[] = []) => {
  const zip = paths.map((path): FolderEntry => ({ path, size: 1, compressedSize: 1, isDirectory: false }));
  return checkModelFolder(zip, { ...expected, correctedVersion: { entries, excludedPaths } }).map(
    ({ text }) => text,
  );
};

it("looks for the required files in the corrected version, not only in the correction's zip", () => {
  const zip = [`${ROOT}/metadata_17.yml`, `${ROOT}/Model_Files/b.p02`];
  expect(listMessages(zip, version())).toEqual([]);
  expect(listMessages(zip, version(), ["GIS"])).toEqual([
    expect.stringContaining(`The folder "${ROOT}/GIS" is missing`),
  ]);
  expect(listMessages(zip, version("Model_030000000001_Coverage.gdb"))).toEqual([
    expect.stringContaining("The coverage geodatabase"),
  ]);
  expect(listMessages(zip.slice(0, 1), version(), ["Model_Files/a.p01"])).toEqual([
    expect.stringContaining("Model_Files"),
  ]);
});

it("requires the metadata file in every correction and reports a file replaced by a folder", () => {
  expect(listMessages([`${ROOT}/Model_Files/b.p02`], version())).toEqual([
    expect.stringContaining(`The metadata file "${ROOT}/metadata_17.yml" is missing`),
  ]);
  expect(listMessages([`${ROOT}/metadata_17.yml`, `${ROOT}/Model_Files/a.p01/x`], version())).toEqual([
    expect.stringContaining("both as a file and as a folder"),
  ]);
});

it("inherits the coverage geodatabase when the zip has an empty folder of that name", () => {
  const folder = "Model_030000000001_Coverage.gdb";
  const entries: VersionEntry[] = [
    ...version(folder),
    { path: folder, kind: "directory", size: 0 },
    { path: `${folder}/a1.gdbtable`, kind: "file", size: 10 },
  ];
  const sent = { size: 1, compressedSize: 1 };
  const zip: FolderEntry[] = [
    { ...sent, path: `${ROOT}/metadata_17.yml`, isDirectory: false },
    { ...sent, path: `${ROOT}/${folder}/`, isDirectory: true },
  ];
  expect(checkModelFolder(zip, { ...expected, correctedVersion: { entries, excludedPaths: [] } })).toEqual(
    [],
  );
});

it("reports a path that differs only in case from a file inherited from the corrected version", () => {
  expect(listMessages([`${ROOT}/metadata_17.yml`, `${ROOT}/model_files/b.p02`], version())).toEqual([
    expect.stringMatching(
      /only in upper\/lower case.* "[^"]+" is kept from the version you are correcting\. To replace it/,
    ),
  ]);
});

it("reports a missing root folder in a correction of only changed files", () => {
  expect(listMessages(["metadata_17.yml", "Model_Files/b.p02"], version())).toEqual([
    expect.stringContaining("Go one level up"),
  ]);
});

describe("files of a correction that need not be sent", () => {
  const aFile = (path: string, sha256: string) => ({ path, size: 1, sha256 });

  it("are those with the same content in the version, in any case of their names", () => {
    const version = [aFile("a.txt", "1"), aFile("b.txt", "2"), aFile("C.txt", "3")];
    const files = [
      aFile("a.txt", "1"),
      aFile("b.txt", "changed"),
      aFile("c.txt", "3"),
      aFile("new.txt", "1"),
    ];
    expect([...listUnchangedPaths(files, version)]).toEqual(["a.txt", "c.txt"]);
  });

  it.each([
    ["changed", [aFile("x.gdb/1", "1"), aFile("x.gdb/2", "changed")]],
    ["new", [aFile("x.gdb/1", "1"), aFile("x.gdb/2", "2"), aFile("x.gdb/3", "3")]],
    ["gone", [aFile("x.gdb/1", "1")]],
  ])("include no file of a geodatabase in which one is %s", (_, files) => {
    const version = [aFile("x.gdb/1", "1"), aFile("x.gdb/2", "2"), aFile("y.gdb/1", "1")];
    expect([...listUnchangedPaths([...files, aFile("y.gdb/1", "1")], version)]).toEqual(["y.gdb/1"]);
  });
});

it.each([
  ["a file of the version", ["model_files/A.txt"], true],
  ["another form of a geodatabase of the version", ["Area.gdb/a1.gdbtable"], true],
  ["the metadata file only", ["metadata_7.yml", "Model_Files/b.txt"], false],
])("a chosen folder has files of the version to correct if it has %s", (_, paths, isFound) => {
  const files = ["Model_Files/a.txt", "Area.gdb.zip", "metadata_7.yml"];
  const version = files.map((path) => ({ path, size: 1, sha256: path }));
  expect(hasFilesOfVersion(paths, version, "7")).toBe(isFound);
});
