import { expect, it } from "vitest";
import { compareUploadsNewestFirst } from "../../../src/portal/providers/recordQueries.ts";

it("compareUploadsNewestFirst sorts by version, then time, and uploads with neither last", () => {
  const [old, young] = [{ uploaded: "2026-03-01T15:04:05.000Z" }, { uploaded: "2026-03-02T15:04:05.000Z" }];
  expect([{}, old, { uploadVersion: 1 }, young, {}].toSorted(compareUploadsNewestFirst)).toEqual([
    { uploadVersion: 1 },
    young,
    old,
    {},
    {},
  ]);
});
