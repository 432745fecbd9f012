import { expect, it } from "vitest";
import { parseByteRange } from "../../src/blob-store/parseByteRange.ts";

it.each([
  ["bytes=2-5", { first: 2, last: 5 }],
  ["bytes=5-", { first: 5, last: 9 }],
  ["bytes=-3", { first: 7, last: 9 }],
  ["bytes=5-99", { first: 5, last: 9 }],
  ["bytes=5-2", "unsatisfiable"],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=0-1,3-4", undefined],
  ["lines=0-1", undefined],
])("parses %s of ten bytes", (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});
