import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listSchemaNodes } from "../scripts/generate/vocabulary/schemaError.ts";
import { schemas } from "../src/contract/generated/schemas.ts";
import { getSchema, type SchemaName } from "../src/contract/schema/fields.ts";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("/generated/"));

const CHECKED: SchemaName[] = ["metadata", "review-checklist"];

/** Code may name the fields of other schemas, for example those of model reports. */
const otherNames = (Object.keys(schemas) as SchemaName[])
  .filter((name) => !CHECKED.includes(name))
  .flatMap((name) => listSchemaNodes(getSchema(name)))
  .flatMap(({ node }) => Object.keys(node.properties ?? {}));

/** A name of one word, such as county or notes, also has other meanings in code. */
const isDistinctive = (name: string) => /[A-Z]/.test(name) && !otherNames.includes(name);

const fields = CHECKED.flatMap((name) => Object.keys(getSchema(name).properties)).filter(isDistinctive);

it("the check for field names reads all hand-written files of src/", () => {
  expect(files.length).toBeGreaterThan(50);
});

it.each(fields)("hand-written code does not contain the field name %s", (field) => {
  const naming = files.filter((file) => new RegExp(`\\b${field}\\b`).test(readFileSync(file, "utf8")));
  expect(naming, "Find the field by its x-role, with getFieldNameByRole").toEqual([]);
});
