import { expect, it } from "vitest";
import { formatValueAsText } from "../../src/contract/schema/formatValueAsText.ts";

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
])("formats %s", (_, value, words) => {
  expect(formatValueAsText({}, value)).toBe(words);
});

it("shows a code's name when its list is loaded, else the code", () => {
  const node = { "x-options": { source: "agencies" } };
  const labels = { agencies: new Map([["4", "Trinity River Authority"]]) };
  expect(formatValueAsText(node, "4", labels)).toBe("Trinity River Authority");
  expect(formatValueAsText(node, "5", labels)).toBe("5");
});

it("formats a group as labels and values, and joins list entries", () => {
  const gauge = {
    type: "object",
    properties: { id: { title: "Gauge" }, height: { title: "Height", "x-unit": "ft" } },
  };
  expect(formatValueAsText(gauge, { id: "0805", height: 12.5 })).toBe("Gauge: 0805; Height: 12.5 ft");
  expect(formatValueAsText({ items: gauge }, [{ id: "0805" }, { id: "0806", other: 1 }])).toBe(
    "Gauge: 0805, Gauge: 0806; other: 1",
  );
});

it("shows option labels, and numbers with their unit", () => {
  const datum = { oneOf: [{ const: "88", title: "NAVD 88" }] };
  expect(formatValueAsText(datum, "88")).toBe("NAVD 88");
  expect(formatValueAsText({ items: datum }, ["88", "29"])).toBe("NAVD 88, 29");
  expect(formatValueAsText({ type: "number", "x-unit": "ft" }, 0)).toBe("0 ft");
});
