import { expect, it } from "vitest";
import { foldersOf } from "../../src/contract/model-folder/modelFolderEntry.ts";

const file = (path: string) => ({ path, isDirectory: false });

it("answers listed and implied folders once, each before what is in it", () => {
  const entries = [
    file("a/b/c/x"),
    { path: "a/b/", isDirectory: true },
    { path: "d/e/", isDirectory: true },
    file("y"),
  ];
  expect([...foldersOf(entries)]).toEqual(["a", "a/b", "a/b/c", "d", "d/e"]);
});

it("gives up soon after too many, however many a zip implies", () => {
  const entries = Array.from({ length: 1000 }, (_, index) => file(`${index}/a/b/c/x`));
  expect(foldersOf(entries, 10).size).toBeLessThan(15);
});
