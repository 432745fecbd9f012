import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EntitySchema } from "../src/contract/fields.ts";
import { ADDED_FIELD, ADDED_NAME } from "./proof/addedField.ts";

/** A copy of the project in which one schema file is edited, and nothing else. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "added-field-"));
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const path = join(copy, "schemas/metadata.schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
  schema.properties[ADDED_NAME] = ADDED_FIELD;
  writeFileSync(path, JSON.stringify(schema));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const projectFiles = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
    .split("\n")
    .filter((file) =>
      /^(package|tsconfig|vite|index|schemas|scripts|src|public|tests\/(support|fixtures|proof))/.test(file),
    );

const inCopy = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: copy,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, NO_COLOR: "1" },
  });

it(
  "needs one entry in one schema file to be typed, shown, saved, listed and written to the YAML",
  { timeout: 180_000 },
  () => {
    inCopy("npm", "run", "generate");
    expect(readFileSync(join(copy, "src/contract/generated/entities.ts"), "utf8")).toContain(
      `${ADDED_NAME}?: string`,
    );
    const report = inCopy("npx", "vitest", "run", "--config", "tests/proof/vitest.config.ts");
    expect(report).toMatch(/Tests\s+5 passed \(5\)/);
  },
);
