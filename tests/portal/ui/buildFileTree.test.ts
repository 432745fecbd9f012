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

const outlineTree = (
  files: StoredFile[],
  getVersion: (file: TreeFile) => string | undefined = () => undefined,
) => outline(buildFileTree(files, getVersion));

it("buildFileTree omits the folders above the model's root folder", () => {
  expect(outlineTree([aFile("b1/files/Root/x.txt"), aFile("b1/files/Root/GIS/y.shp")])).toEqual([
    ["Root", [["GIS", ["y.shp"]], "x.txt"]],
  ]);
});

it("buildFileTree sorts folders first and numbers by value", () => {
  expect(
    outlineTree([
      aFile("b/R", { uploadType: "directory" }),
      aFile("b/R/p10"),
      aFile("b/R/p2"),
      aFile("b/R/z", { uploadType: "directory" }),
      aFile("b/R/p1"),
    ]),
  ).toEqual([["R", [["z", []], "p1", "p2", "p10"]]]);
});

it("buildFileTree shows each path once, with all versions of its content", () => {
  const files = ["b1", "b2"].flatMap((uploadId) => [
    aFile(`${uploadId}/R/same.txt`, { sha256: "same" }),
    aFile(`${uploadId}/R/other.txt`, { sha256: uploadId }),
  ]);
  const nodes = buildFileTree(files, ({ uploadBatchId }) => uploadBatchId);
  expect(outline(nodes)).toEqual([["R", ["other.txt b2", "same.txt b2"]]]);
  const [other, same] = nodes[0]!.children!;
  expect(other!.versions?.map(({ path }) => path)).toEqual(["b2/R/other.txt", "b1/R/other.txt"]);
  expect(same!.versions).toBeUndefined();
});

it("buildFileTree lists archived versions after current ones", () => {
  const files = [aFile("b1/R/a.txt"), aFile("b2/R/a.txt", { archived: true })];
  const [root] = buildFileTree(files, ({ uploadBatchId }) => uploadBatchId);
  expect(root!.children![0]!.versions?.map(({ version }) => version)).toEqual(["b1", "b2"]);
});

it("buildFileTree returns an empty tree without files", () => {
  expect(outlineTree([])).toEqual([]);
});
