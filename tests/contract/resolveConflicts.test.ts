import { expect, it } from "vitest";
import {
  listFilesToDecide,
  selectNewestFiles,
  applyConflictChoice,
  type UploadFileVersion,
} from "../../src/contract/conflicts/resolveConflicts.ts";

let id = 0;
const aFile = (uploadBatchId: string, path: string, sha256: string): UploadFileVersion => ({
  uploadId: String((id += 1)),
  uploadBatchId,
  path,
  size: 1,
  sha256,
});

const v1 = ["plan:1", "Geometry:1", "same:1", "old:1"].map((file) => aFile("v1", ...splitOf(file)));
const v2 = ["plan:2", "GEOMETRY:2", "same:1", "new:1"].map((file) => aFile("v2", ...splitOf(file)));
const currentFiles = [...v1, ...v2];

function splitOf(file: string): [string, string] {
  const [path = "", sha256 = ""] = file.split(":");
  return [path, sha256];
}

const listNames = (files: UploadFileVersion[]) =>
  files.map(({ uploadBatchId, path }) => `${uploadBatchId}/${path}`).sort();
const idOf = (files: UploadFileVersion[], path: string) => files.find((file) => file.path === path)!.uploadId;
const applyChoices = (kept: string[], leftOut: string[] = []) =>
  applyConflictChoice(currentFiles, { keptIds: new Set(kept), removedIds: new Set(leftOut) });

it("choosing a whole upload keeps exactly its files, including archived ones", () => {
  const outcome = applyConflictChoice(v1.slice(1).concat(v2), { files: v1 });
  expect(outcome.currentFiles).toEqual(v1);
  expect(listNames(outcome.archivedFiles)).toEqual(listNames(v2));
  expect(listNames(outcome.lostFiles)).toEqual(["v2/GEOMETRY", "v2/new", "v2/plan"]);
  expect(outcome.removedPaths).toEqual(["new"]);
  expect(outcome.unresolvedPaths).toEqual([]);
});

it("choosing one version archives versions whose path differs in case, and leaves other files unresolved", () => {
  const outcome = applyChoices([idOf(v2, "GEOMETRY")]);
  expect(listNames(outcome.archivedFiles)).toEqual(["v1/Geometry"]);
  expect(outcome.unresolvedPaths).toEqual(["plan"]);
  expect(outcome.currentFiles).toHaveLength(currentFiles.length - 1);
  expect(outcome.removedPaths).toEqual([]);
});

it("removing a file archives every version of it, no matter which version the choice names", () => {
  const outcome = applyChoices([], [idOf(v1, "same"), idOf(v1, "old")]);
  expect(listNames(outcome.archivedFiles)).toEqual(["v1/old", "v1/same", "v2/same"]);
  expect(outcome.removedPaths).toEqual(["same", "old"]);
});

it("lists content that a choice removes once, even if several uploads had it", () => {
  const outcome = applyChoices([], [idOf(v1, "same"), idOf(v2, "plan")]);
  expect(listNames(outcome.archivedFiles)).toEqual(["v1/plan", "v1/same", "v2/plan", "v2/same"]);
  expect(listNames(outcome.lostFiles)).toEqual(["v1/plan", "v1/same", "v2/plan"]);
});

it("selectNewestFiles returns the newest version of each path", () => {
  const outcome = applyChoices([idOf(v1, "plan"), idOf(v1, "Geometry")]);
  expect(listNames(selectNewestFiles(outcome.currentFiles))).toEqual([
    "v1/Geometry",
    "v1/old",
    "v1/plan",
    "v2/new",
    "v2/same",
  ]);
});

it("listFilesToDecide lists files that differ, that the newest upload lacks, and that only the newest has", () => {
  const filesToDecide = listFilesToDecide(currentFiles, ["v2", "v1"]);
  expect(
    filesToDecide.map(({ path, decisionReason, canBeLeftOut }) => [path, decisionReason, canBeLeftOut]),
  ).toEqual([
    ["Geometry", "contested", false],
    ["new", "added", true],
    ["old", "left out", true],
    ["plan", "contested", false],
  ]);
  expect(listNames(filesToDecide[0]!.versions)).toEqual(["v1/Geometry", "v2/GEOMETRY"]);
  expect(filesToDecide[0]!.versions[0]!.uploadBatchId).toBe("v2");
});

it("listFilesToDecide lists nothing for one upload, and a version that several uploads share once", () => {
  expect(listFilesToDecide(v1, ["v1"])).toEqual([]);
  const v3 = [aFile("v3", "plan", "1"), aFile("v3", "old", "1")];
  const [plan] = listFilesToDecide([...v1, ...v2, ...v3], ["v3", "v2", "v1"]).filter(
    ({ path }) => path === "plan",
  );
  expect(listNames(plan!.versions)).toEqual(["v2/plan", "v3/plan"]);
  expect(listFilesToDecide([...v1, ...v3], ["v3", "v1"]).map(({ path }) => path)).toEqual([
    "Geometry",
    "same",
  ]);
});
