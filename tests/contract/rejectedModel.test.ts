import { describe, expect, it } from "vitest";
import {
  describeModelFiles,
  formatModelOutcome,
  formatStatusChange,
  getStatusAfter,
} from "../../src/contract/conflicts/rejectedModel.ts";

const file = (path: string, sha256: string, version: number) => ({ path, sha256, version });
const v1 = [file("a", "1", 1), file("b", "1", 1)];
const v2 = [file("a", "2", 2), file("b", "1", 2)];

describe("a model of files", () => {
  it.each([
    ["older than the latest rejection", v1, [1], { versions: [1], rejectedVersion: 1 }],
    ["of a version before the rejected one", v1, [2], { versions: [1], rejectedVersion: 2 }],
    ["newer than the rejection", v2, [1], { versions: [2], rejectedVersion: undefined }],
    [
      "with the same content as the rejected version",
      [v1[0]!, v2[1]!],
      [1],
      { versions: [1, 2], rejectedVersion: 1 },
    ],
    [
      "that lacks a file of the rejected version",
      [v2[1]!],
      [1],
      { versions: [2], rejectedVersion: undefined },
    ],
    ["without any rejection", v1, [], { versions: [1], rejectedVersion: undefined }],
    ["that is empty", [], [1], { versions: [], rejectedVersion: undefined }],
  ])("%s", (_, files, rejectedVersions, outcome) => {
    expect(describeModelFiles(files, [...v1, ...v2], rejectedVersions)).toEqual(outcome);
  });
});

it.each([
  [[1], undefined, "The model becomes v1."],
  [[1, 2, 3], undefined, "The model becomes v1, v2, and v3."],
  [[1], 1, "The model becomes v1, which was rejected."],
  [[1], 2, "The model becomes v1. It has no file newer than v2, which was rejected."],
  [[1, 2], 1, "The model becomes v1 and v2. It has the same files as v1, which was rejected."],
  [[], undefined, "The model becomes empty."],
])("a model of the versions %j that repeats v%s is described", (versions, rejectedVersion, text) => {
  expect(formatModelOutcome({ versions, rejectedVersion })).toBe(text);
});

it("a pending record leaves review with a rejected model, and returns when that is reversed", () => {
  const rejected = { rejectedVersion: 1 };
  const other = { rejectedVersion: undefined };
  expect(getStatusAfter("pending", rejected)).toBe("in progress");
  expect(getStatusAfter("pending", other)).toBe("pending");
  expect(getStatusAfter("in progress", other, true)).toBe("pending");
  expect(getStatusAfter("in progress", other)).toBe("in progress");
  expect(getStatusAfter("in progress", rejected, true)).toBe("in progress");
});

it("only a change of the status is described", () => {
  expect(formatStatusChange("pending", "pending")).toBeUndefined();
  expect(formatStatusChange("pending", "in progress")).toMatch(/goes back to in progress/);
  expect(formatStatusChange("in progress", "pending")).toBe("The record is pending admin acceptance again.");
});
