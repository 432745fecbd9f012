import { describe, expect, it } from "vitest";
import { nextSorting, sortRows } from "../../../src/portal/table/sortRows.ts";

const textOf = (row: string) => row;
const by = (direction: "ascending" | "descending") => ({ field: "a", direction });

describe("sorting rows", () => {
  it("leaves them as they came without a sorting", () => {
    expect(sortRows(["b", "a"], undefined, textOf)).toEqual(["b", "a"]);
  });

  it("takes numbers by their value and letters whatever their case", () => {
    expect(sortRows(["Model 10", "model 9", "Élan"], by("ascending"), textOf)).toEqual([
      "Élan",
      "model 9",
      "Model 10",
    ]);
  });

  it("puts rows without a text last either way", () => {
    expect(sortRows(["", "a", "b"], by("ascending"), textOf)).toEqual(["a", "b", ""]);
    expect(sortRows(["", "a", "b"], by("descending"), textOf)).toEqual(["b", "a", ""]);
  });

  it("keeps the order of rows with the same text", () => {
    const rows = [1, 2, 3].map((id) => ({ id }));
    expect(sortRows(rows, by("descending"), () => "same")).toEqual(rows);
  });
});

it("ascends, descends, and goes back to how the rows came; another column starts anew", () => {
  const first = nextSorting(undefined, "a");
  const second = nextSorting(first, "a");
  expect([first, second, nextSorting(second, "a"), nextSorting(second, "b")]).toEqual([
    by("ascending"),
    by("descending"),
    undefined,
    { field: "b", direction: "ascending" },
  ]);
});
