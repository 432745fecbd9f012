import { expect, it } from "vitest";
import { cellText } from "../../../src/portal/table/cellText.ts";

it.each([
  ["nothing", undefined, ""],
  ["text", "Denton Creek", "Denton Creek"],
  ["an empty list", [], ""],
  ["a list", ["Denton", "Wise"], "Denton, Wise"],
  ["a yes", true, "Yes"],
  ["a period", [{ start: "2015-05-01", end: "2015-06-30" }], "2015-05-01 to 2015-06-30"],
  [
    "two periods",
    [
      { start: "2015-05-01", end: "2015-06-30" },
      { start: "2016-01-01", end: "2016-01-01" },
    ],
    "2015-05-01 to 2015-06-30, 2016-01-01 to 2016-01-01",
  ],
])("says %s", (_, value, words) => {
  expect(cellText({}, value)).toBe(words);
});

it("says a code by its name where its list is known, and by itself where it is not", () => {
  const node = { "x-options": { source: "agencies" } };
  const labels = { agencies: new Map([["4", "Trinity River Authority"]]) };
  expect(cellText(node, "4", labels)).toBe("Trinity River Authority");
  expect(cellText(node, "5", labels)).toBe("5");
});
