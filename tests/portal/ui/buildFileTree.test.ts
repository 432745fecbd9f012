import { expect, it } from "vitest";
import type { StoredFile } from "../../../src/contract/generated/entities.ts";
import { buildFileTree, type TreeFile, type TreeNode } from "../../../src/portal/ui/tree/buildFileTree.ts";

const aFile = (path: string, overrides: Partial<StoredFile> = {}): StoredFile => ({
  path,
  uploadType: "file",
  mimeType: "text/plain",
  size: 1,
  sha256: path,
  archived: false,
  uploadBatchId: path.split("/")[0] ?? "",
  ...overrides,
});

const outline = (nodes: TreeNode[]): unknown[] =>
  nodes.map(({ name, version, children }) =>
    children ? [name, outline(children)] : version ? `${name} ${version}` : name,
  );

const treeOf = (files: StoredFile[], versionOf: (file: TreeFile) => string | undefined = () => undefined) =>
  outline(buildFileTree(files, versionOf));

it("leaves out what stands above the model's own folder", () => {
  expect(treeOf([aFile("b1/files/Root/x.txt"), aFile("b1/files/Root/GIS/y.shp")])).toEqual([
    ["Root", [["GIS", ["y.shp"]], "x.txt"]],
  ]);
});

it("sorts folders first and numbers by their size", () => {
  expect(
    treeOf([
      aFile("b/R", { uploadType: "directory" }),
      aFile("b/R/p10"),
      aFile("b/R/p2"),
      aFile("b/R/z", { uploadType: "directory" }),
      aFile("b/R/p1"),
    ]),
  ).toEqual([["R", [["z", []], "p1", "p2", "p10"]]]);
});

it("shows once what several uploads brought alike, as the newest of them, and names the upload of each", () => {
  const files = ["b1", "b2"].flatMap((batch) => [
    aFile(`${batch}/R/same.txt`, { sha256: "same" }),
    aFile(`${batch}/R/other.txt`, { sha256: batch }),
  ]);
  expect(treeOf(files, ({ uploadBatchId }) => uploadBatchId)).toEqual([
    ["R", ["other.txt b1", "other.txt b2", "same.txt b2"]],
  ]);
});

it("makes no tree of nothing", () => {
  expect(treeOf([])).toEqual([]);
});
