import { expect, it } from "vitest";
import {
  askedFiles,
  modelOf,
  outcomeOf,
  type ModelFile,
} from "../../src/contract/conflicts/conflictOutcome.ts";

let id = 0;
const aFile = (uploadBatchId: string, path: string, sha256: string): ModelFile => ({
  uploadId: String((id += 1)),
  uploadBatchId,
  path,
  size: 1,
  sha256,
});

/** Two files differ, one is in both, one only in the first and one only in the second. */
const v1 = ["plan:1", "Geometry:1", "same:1", "old:1"].map((file) => aFile("v1", ...splitOf(file)));
const v2 = ["plan:2", "GEOMETRY:2", "same:1", "new:1"].map((file) => aFile("v2", ...splitOf(file)));
const standing = [...v1, ...v2];

function splitOf(file: string): [string, string] {
  const [path = "", sha256 = ""] = file.split(":");
  return [path, sha256];
}

const told = (files: ModelFile[]) =>
  files.map(({ uploadBatchId, path }) => `${uploadBatchId}/${path}`).sort();
const idOf = (files: ModelFile[], path: string) => files.find((file) => file.path === path)!.uploadId;
const choosing = (kept: string[], leftOut: string[] = []) =>
  outcomeOf(standing, { kept: new Set(kept), leftOut: new Set(leftOut) });

it("keeps exactly the files of a whole upload, those that were put aside too", () => {
  const outcome = outcomeOf(v1.slice(1).concat(v2), { files: v1 });
  expect(outcome.files).toEqual(v1);
  expect(told(outcome.putAside)).toEqual(told(v2));
  expect(told(outcome.gone)).toEqual(["v2/GEOMETRY", "v2/new", "v2/plan"]);
  expect(outcome.leftOut).toEqual(["new"]);
  expect(outcome.open).toEqual([]);
});

it("keeps one version of a path whatever its capitals, and leaves what is not decided open", () => {
  const outcome = choosing([idOf(v2, "GEOMETRY")]);
  expect(told(outcome.putAside)).toEqual(["v1/Geometry"]);
  expect(outcome.open).toEqual(["plan"]);
  expect(outcome.files).toHaveLength(standing.length - 1);
  expect(outcome.leftOut).toEqual([]);
});

it("leaves out every version of a path, in whichever upload it was named", () => {
  const outcome = choosing([], [idOf(v1, "same"), idOf(v1, "old")]);
  expect(told(outcome.putAside)).toEqual(["v1/old", "v1/same", "v2/same"]);
  expect(outcome.leftOut).toEqual(["same", "old"]);
});

it("misses a content once, however many uploads brought it", () => {
  const outcome = choosing([], [idOf(v1, "same"), idOf(v2, "plan")]);
  expect(told(outcome.putAside)).toEqual(["v1/plan", "v1/same", "v2/plan", "v2/same"]);
  expect(told(outcome.gone)).toEqual(["v1/plan", "v1/same", "v2/plan"]);
});

it("is a model of each path once, as the newest upload brought it", () => {
  const outcome = choosing([idOf(v1, "plan"), idOf(v1, "Geometry")]);
  expect(told(modelOf(outcome.files))).toEqual(["v1/Geometry", "v1/old", "v1/plan", "v2/new", "v2/same"]);
});

it("asks about files that differ, that the newest leaves out, and that it alone brought", () => {
  const asked = askedFiles(standing, ["v2", "v1"]);
  expect(asked.map(({ path, why, mayBeLeftOut }) => [path, why, mayBeLeftOut])).toEqual([
    ["Geometry", "contested", false],
    ["new", "added", true],
    ["old", "left out", true],
    ["plan", "contested", false],
  ]);
  expect(told(asked[0]!.versions)).toEqual(["v1/Geometry", "v2/GEOMETRY"]);
  expect(asked[0]!.versions[0]!.uploadBatchId).toBe("v2");
});

it("asks about nothing where one upload stands, and once about what several agree on", () => {
  expect(askedFiles(v1, ["v1"])).toEqual([]);
  const v3 = [aFile("v3", "plan", "1"), aFile("v3", "old", "1")];
  const [plan] = askedFiles([...v1, ...v2, ...v3], ["v3", "v2", "v1"]).filter(({ path }) => path === "plan");
  expect(told(plan!.versions)).toEqual(["v2/plan", "v3/plan"]);
  expect(askedFiles([...v1, ...v3], ["v3", "v1"]).map(({ path }) => path)).toEqual(["Geometry", "same"]);
});
