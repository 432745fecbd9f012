import { expect, it } from "vitest";
import { cellText } from "../../src/contract/schema/cellText.ts";

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

it("says each part of a group by its label, and entries of a list after one another", () => {
  const gauge = {
    type: "object",
    properties: { id: { title: "Gauge" }, height: { title: "Height", "x-unit": "ft" } },
  };
  expect(cellText(gauge, { id: "0805", height: 12.5 })).toBe("Gauge: 0805; Height: 12.5 ft");
  expect(cellText({ items: gauge }, [{ id: "0805" }, { id: "0806", other: 1 }])).toBe(
    "Gauge: 0805, Gauge: 0806; other: 1",
  );
});

it("says labelled choices by their labels, and numbers with their unit", () => {
  const datum = { oneOf: [{ const: "88", title: "NAVD 88" }] };
  expect(cellText(datum, "88")).toBe("NAVD 88");
  expect(cellText({ items: datum }, ["88", "29"])).toBe("NAVD 88, 29");
  expect(cellText({ type: "number", "x-unit": "ft" }, 0)).toBe("0 ft");
});
