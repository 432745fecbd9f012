import { expect, it } from "vitest";
import { createTestFinder } from "../scripts/dev/mutate/nearestTests.ts";
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

it("the test finder lists every test that imports a file, the likeliest to fail first", () => {
  const find = createTestFinder(["tests/contract", "tests/portal", "tests/server"]);
  const tests = find("src/contract/zip/zipMember.ts");
  expect(tests[0]).toBe("tests/contract/zip/zipMember.test.ts");
  expect(tests).toContain("tests/server/processing/extractModel.test.ts");
  expect(tests).not.toContain("tests/contract/parseDate.test.ts");
  expect(find("src/server/routes/records/draftRoutes.ts")[0]).toBe("tests/server/routes/drafts.test.ts");
  expect(find("src/portal/ui/tree/buildFileTree.ts")[0]).toBe("tests/portal/ui/buildFileTree.test.ts");
});
