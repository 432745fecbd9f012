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
])("listMutants mutates the code %s", (code, change) => {
  expect(changesOf(code)).toContain(change);
});

it("listMutants does not mutate types, imports and text concatenation", () => {
  expect(changesOf('import { a } from "a";\ntype B = true;\nconst c = "d" + a;')).toEqual([]);
});

it("listMutants returns the whole file with the mutation and its line", () => {
  expect(listMutants("a.ts", "const a = 1;\nconst b = a > 1;\n")).toMatchObject([
    { line: 2, text: "const a = 1;\nconst b = a <= 1;\n" },
  ]);
});

it("the sample of mutants is the same for the same seed, without repeats", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const sample = pickRandom(items, 20, 7);
  expect(pickRandom(items, 20, 7)).toEqual(sample);
  expect(new Set(sample).size).toBe(20);
  expect(pickRandom(items, 20, 8)).not.toEqual(sample);
});
