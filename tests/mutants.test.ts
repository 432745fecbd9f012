import { expect, it } from "vitest";
import { listMutants, pickRandom } from "../scripts/dev/mutate/mutants.ts";

const changesOf = (code: string) =>
  listMutants("a.ts", code).map(({ before, after }) => `${before} -> ${after}`);

it.each([
  ["const a = b === c;", "=== -> !=="],
  ["const a = b < c;", "< -> >="],
  ["const a = b && c;", "&& -> ||"],
  ["if (a) b();", "a -> !(a)"],
  ["const a = true;", "true -> false"],
  ["await save();", "await save(); -> "],
])("mutates %s", (code, change) => {
  expect(changesOf(code)).toContain(change);
});

it("leaves types, imports and text concatenation alone", () => {
  expect(changesOf('import { a } from "a";\ntype B = true;\nconst c = "d" + a;')).toEqual([]);
});

it("returns the whole file with the change and its line", () => {
  expect(listMutants("a.ts", "const a = 1;\nconst b = a > 1;\n")).toMatchObject([
    { line: 2, text: "const a = 1;\nconst b = a <= 1;\n" },
  ]);
});

it("picks the same sample for the same seed, without repeats", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const sample = pickRandom(items, 20, 7);
  expect(pickRandom(items, 20, 7)).toEqual(sample);
  expect(new Set(sample).size).toBe(20);
  expect(pickRandom(items, 20, 8)).not.toEqual(sample);
});
