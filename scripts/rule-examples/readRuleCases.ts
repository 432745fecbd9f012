import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuleCase } from "./ruleCases.ts";

/** Where the examples are kept, a file for each schema. */
export const RULES_FOLDER = "tests/fixtures/rules";

/** The kept cases of a schema; none when there is no file yet. */
export async function readRuleCases(schemaName: string, folder = RULES_FOLDER): Promise<RuleCase[]> {
  const text = await readFile(join(folder, `${schemaName}.json`), "utf8").catch(() => "[]");
  return JSON.parse(text) as RuleCase[];
}
