import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/contract/json.ts";

/** The text of a golden file, which is written by hand from the specification. */
export const goldenText = (name: string) => readFileSync(join("tests/fixtures/golden", name), "utf8");

export const golden = (name: string) => JSON.parse(goldenText(name)) as JsonObject;
