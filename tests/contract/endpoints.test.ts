import { expect, it } from "vitest";
import { featuresOf, fillPath, rowsOf } from "../../src/contract/wire/endpoints.ts";

it("puts encoded values into a path", () => {
  expect(fillPath("/vendors/list-records/:username", { username: "a/b c" })).toBe(
    "/vendors/list-records/a%2Fb%20c",
  );
});

it("refuses a path whose value is missing", () => {
  expect(() => fillPath("/metadata/get-messages/:recordId")).toThrow("recordId");
});

it.each([
  ["a FeatureCollection", featuresOf([{ a: 1 }, { a: 2 }]), [{ a: 1 }, { a: 2 }]],
  ["a plain array", [{ a: 1 }], [{ a: 1 }]],
  ["one object", { a: 1 }, [{ a: 1 }]],
  ["nothing", undefined, []],
])("reads the rows of %s", (_, answer, rows) => {
  expect(rowsOf(answer)).toEqual(rows);
});
