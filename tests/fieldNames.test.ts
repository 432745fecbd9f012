import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { getSchema } from "../src/contract/schema/fields.ts";

/** Names of fields that are also names of entities. */
const ALSO_ENTITIES = ["contacts", "county", "city"];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("/generated/"));

const fields = (["metadata", "review-checklist"] as const)
  .flatMap((schema) => Object.keys(getSchema(schema).properties))
  .filter((name) => !ALSO_ENTITIES.includes(name));

it("the check for field names reads all hand-written files of src/", () => {
  expect(files.length).toBeGreaterThan(50);
});

it.each(fields)("hand-written code does not contain the field name %s", (field) => {
  const naming = files.filter((file) => new RegExp(`\\b${field}\\b`).test(readFileSync(file, "utf8")));
  expect(naming, "Find the field by its x-role, with getFieldNameByRole").toEqual([]);
});
