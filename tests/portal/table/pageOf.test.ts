import { expect, it } from "vitest";
import { pageOf } from "../../../src/portal/table/pageOf.ts";

const rows = Array.from({ length: 15 }, (_, index) => index + 1);

it.each([
  [1, [1, 2, 3, 4, 5, 6, 7]],
  [3, [15]],
])("cuts out page %i", (number, expected) => {
  expect(pageOf(rows, number, 7)).toEqual({ rows: expected, number, count: 3 });
});

it("becomes the last page when the list no longer reaches the wanted one", () => {
  expect(pageOf(rows.slice(0, 8), 3, 7)).toEqual({ rows: [8], number: 2, count: 2 });
});

it("has one page when there is nothing", () => {
  expect(pageOf([], 1, 7)).toEqual({ rows: [], number: 1, count: 1 });
});
