import { expect, it } from "vitest";
import { listFolders } from "../../src/contract/model-folder/folderEntries.ts";

const file = (path: string) => ({ path, isDirectory: false });

it("lists listed and implied folders once, parents first", () => {
  const entries = [
    file("a/b/c/x"),
    { path: "a/b/", isDirectory: true },
    { path: "d/e/", isDirectory: true },
    file("y"),
  ];
  expect([...listFolders(entries)]).toEqual(["a", "a/b", "a/b/c", "d", "d/e"]);
});

it("stops soon after the limit, however many folders a zip implies", () => {
  const entries = Array.from({ length: 1000 }, (_, index) => file(`${index}/a/b/c/x`));
  expect(listFolders(entries, 10).size).toBeLessThan(15);
});
