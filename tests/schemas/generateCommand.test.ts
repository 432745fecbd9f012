import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectCopy, type ProjectCopy } from "../../scripts/dev/lib/projectCopy.ts";

const GENERATED = "src/contract/generated";

let copy: ProjectCopy;

beforeAll(() => {
  copy = projectCopy();
});

afterAll(() => copy?.remove());

/** A conflict of Git at the end of a file. */
const addConflict = (file: string) =>
  appendFileSync(join(copy.folder, file), "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n");

const listFiles = (folder: string) =>
  readdirSync(join(copy.folder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(copy.folder.length + 1));

it("generates everything when nothing generated exists", () => {
  rmSync(join(copy.folder, GENERATED), { recursive: true });
  rmSync(join(copy.folder, "schemas/reference/sources.json"));
  copy.run("npm", "run", "generate");
  expect(copy.changes()).toEqual([]);
});

it("resolves conflicts that a merge left in generated files", () => {
  const others = ["schemas/reference/county-shapes.json", "schemas/reference/sources.json"];
  for (const file of [...listFiles(GENERATED), ...others]) addConflict(file);
  copy.run("npm", "run", "generate");
  expect(copy.changes()).toEqual([]);
});

it("names the conflict in a schema, and writes nothing", () => {
  const file = "schemas/contact.schema.json";
  addConflict(file);
  writeFileSync(join(copy.folder, `${GENERATED}/product.ts`), "");
  const before = copy.changes();
  expect(() => copy.run("npm", "run", "generate")).toThrow(/schemas\/contact\.schema\.json:\d+:\d+: /);
  expect(copy.changes()).toEqual(before);
});
