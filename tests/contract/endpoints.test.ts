import { expect, it } from "vitest";
import { toFeatureCollection, fillPath, parseRows } from "../../src/contract/wire/endpoints.ts";

it("fillPath inserts URL-encoded values into a path", () => {
  expect(fillPath("/vendors/list-records/:username", { username: "a/b c" })).toBe(
    "/vendors/list-records/a%2Fb%20c",
  );
});

it("fillPath throws when a path value is missing", () => {
  expect(() => fillPath("/metadata/get-messages/:recordId")).toThrow("recordId");
});

it.each([
  ["a FeatureCollection", toFeatureCollection([{ a: 1 }, { a: 2 }]), [{ a: 1 }, { a: 2 }]],
  ["a plain array", [{ a: 1 }], [{ a: 1 }]],
  ["one object", { a: 1 }, [{ a: 1 }]],
  ["nothing", undefined, []],
])("parseRows returns the rows of %s", (_, answer, rows) => {
  expect(parseRows(answer)).toEqual(rows);
});
