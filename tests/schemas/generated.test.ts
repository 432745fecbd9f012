import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../scripts/generate/generate.ts";
import { readNewestRelease } from "../../scripts/schema-diff/releases.ts";

const FOLDER = "src/contract/generated";

const committed = () =>
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it("generated files match the schemas (run npm run generate), which keep the data of the last release", async () => {
  const released = (await readNewestRelease("schemas"))!.resolved;
  const files = await generate("schemas", { released });
  const fresh = new Map([...files].map(([name, text]) => [join(FOLDER, name), text]));
  expect(committed().sort()).toEqual([...fresh.keys()].sort());
  for (const [path, text] of fresh) expect(readFileSync(path, "utf8"), path).toBe(text);
}, 300_000);
