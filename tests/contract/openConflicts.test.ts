import { expect, it } from "vitest";
import { groupOpenConflictsByRecord } from "../../src/contract/conflicts/openConflicts.ts";
import { aConflict } from "../fixtures/aConflict.ts";

const aVersion = (overrides: Parameters<typeof aConflict>[0] = {}) =>
  aConflict({ recordId: "1", ...overrides });

it("lists versions of one file from different uploads as an open conflict", () => {
  const versions = [aVersion(), aVersion({ uploadId: "11", uploadBatchId: "second" })];
  expect(groupOpenConflictsByRecord(versions)).toEqual(new Map([["1", versions]]));
});

it.each([
  ["come from the same upload", { uploadBatchId: "first" }],
  ["have another conflict number", { uploadBatchId: "second", conflictNumber: 2 }],
  ["belong to another record", { uploadBatchId: "second", recordId: "2" }],
  ["are archived", { uploadBatchId: "second", archived: true }],
])("lists no conflict when the other versions %s", (_, overrides) => {
  expect(groupOpenConflictsByRecord([aVersion(), aVersion({ uploadId: "11", ...overrides })])).toEqual(
    new Map(),
  );
});

it("omits a file that has only one version left from a record's conflicts", () => {
  const contested = [aVersion(), aVersion({ uploadId: "11", uploadBatchId: "second" })];
  const settled = aVersion({ uploadId: "12", conflictNumber: 2 });
  expect(groupOpenConflictsByRecord([...contested, settled]).get("1")).toEqual(contested);
});

it("groups 30,000 versions in one pass", () => {
  const many = Array.from({ length: 30_000 }, (_, index) =>
    aVersion({
      uploadBatchId: `u${index % 6}`,
      conflictNumber: Math.floor(index / 6),
      uploadId: String(index),
    }),
  );
  expect(groupOpenConflictsByRecord(many).get("1")).toHaveLength(30_000);
});
