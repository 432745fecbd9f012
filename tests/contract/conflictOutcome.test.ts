import { expect, it } from "vitest";
import {
  choicesOfUpload,
  newestForTheRest,
  outcomeOf,
  standingChoices,
} from "../../src/contract/conflictOutcome.ts";
import { conflictingUploads, contestedFiles } from "../../src/contract/contestedFiles.ts";
import { aConflict, conflictsBetween } from "../fixtures/aConflict.ts";

const conflicts = conflictsBetween(["b.hdf", "a.hdf"], 3);
const files = contestedFiles(conflicts);

it("groups versions by file, the files by path and the versions newest first", () => {
  expect(files.map(({ filename }) => filename)).toEqual(["a.hdf", "b.hdf"]);
  expect(files[0]!.versions.map(({ uploadBatchId }) => uploadBatchId)).toEqual(["u3", "u2", "u1"]);
});

it("takes the higher id for the newer of two versions of one moment", () => {
  const twins = ["9", "10"].map((uploadId) => aConflict({ uploadId, uploadBatchId: uploadId }));
  expect(contestedFiles(twins)[0]!.versions.map(({ uploadId }) => uploadId)).toEqual(["10", "9"]);
});

it("names the uploads, the newest first, with their versions", () => {
  const uploads = conflictingUploads(conflicts);
  expect(uploads.map(({ uploadBatchId, versions }) => [uploadBatchId, versions.length])).toEqual([
    ["u3", 2],
    ["u2", 2],
    ["u1", 2],
  ]);
});

it("keeps a chosen upload's versions, puts the others aside, and leaves open where it has none", () => {
  const partly = contestedFiles(conflicts.filter((one) => one.uploadId !== "13"));
  const outcome = outcomeOf(partly, choicesOfUpload(partly, "u3"));
  expect(outcome.kept.map(({ filename, uploadBatchId }) => [filename, uploadBatchId])).toEqual([
    ["a.hdf", "u3"],
  ]);
  expect(outcome.putAside.map(({ uploadBatchId }) => uploadBatchId)).toEqual(["u2", "u1"]);
  expect(outcome.open.map(({ filename }) => filename)).toEqual(["b.hdf"]);
});

it("takes the newest of the files not decided, and leaves what was chosen", () => {
  const choices = newestForTheRest(files, new Map([[2, "21"]]));
  expect(outcomeOf(files, choices).kept.map(({ uploadBatchId }) => uploadBatchId)).toEqual(["u1", "u3"]);
});

it("drops choices of versions that are gone", () => {
  const choices = new Map([
    [1, "11"],
    [2, "no longer there"],
    [9, "91"],
  ]);
  expect([...standingChoices(files, choices)]).toEqual([[1, "11"]]);
  expect(outcomeOf(files, choices).kept).toHaveLength(1);
});
