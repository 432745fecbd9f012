import { expect, it } from "vitest";
import { compareUploads, groupChangesByKind } from "../../src/contract/conflicts/compareUploads.ts";

const aFile = (path: string, sha256: string, size = 1) => ({ path, size, sha256 });

const before = [aFile("same", "a"), aFile("changed", "b", 5), aFile("gone", "c", 7)];
const after = [aFile("new", "d", 3), aFile("changed", "e", 5), aFile("same", "a")];

it("classifies files as changed, new, gone or same by hash, not by size", () => {
  expect(compareUploads(after, before)).toEqual([
    { path: "changed", change: "changed", size: 5, otherSize: 5 },
    { path: "gone", change: "gone", otherSize: 7 },
    { path: "new", change: "new", size: 3 },
    { path: "same", change: "same", size: 1, otherSize: 1 },
  ]);
});

it("swaps new and gone when the uploads are swapped", () => {
  const back = compareUploads(before, after).map(({ path, change }) => `${path}: ${change}`);
  expect(back).toEqual(["changed: changed", "gone: new", "new: gone", "same: same"]);
});

it("treats the same content under another path as another file", () => {
  expect(compareUploads([aFile("one", "a")], [aFile("two", "a")])).toMatchObject([
    { path: "one", change: "new" },
    { path: "two", change: "gone" },
  ]);
});

it("treats paths that differ only in case as the same path", () => {
  const [upper, lower] = [aFile("Model_Files/A", "a"), aFile("model_files/a", "b")];
  expect(compareUploads([upper], [lower])).toMatchObject([{ path: upper.path, change: "changed" }]);
});

it("groups changed files by the kind that the report knows, else by folder", () => {
  const old = [aFile("Model_Files/a.g01", "a"), aFile("GIS/a.shp", "b"), aFile("same", "c")];
  const current = [aFile("Model_Files/a.g01", "x"), aFile("same", "c"), aFile("notes.txt", "d")];
  const groups = groupChangesByKind(
    compareUploads(current, old),
    new Map([
      ["Model_Files/a.g01", "geometry"],
      ["same", "plan"],
    ]),
  );
  expect(
    groups.map(({ kind, files }) => [kind, files.map(({ path, change }) => `${path}: ${change}`)]),
  ).toEqual([
    ["geometry", ["Model_Files/a.g01: changed"]],
    ["other files", ["notes.txt: new"]],
    ["other files in GIS", ["GIS/a.shp: gone"]],
  ]);
});
