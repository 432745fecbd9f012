import { readdir } from "node:fs/promises";
import { readSchemas } from "./generate/readSchemas.ts";
import { writeFiles } from "./generate/writeFiles.ts";
import { EXIT_CODES, runCommand } from "./lib/command.ts";
import { buildRuleExamples } from "./rule-examples/ruleFiles.ts";

const USAGE = `npm run examples -- FOLDER

Writes valid and invalid example documents for every rule of the schemas. The folder must be empty or new.

Exit code: 0 written, 1 a rule has no example, 2 could not write.`;

await runCommand(USAGE, async ([folder, ...others]) => {
  if (folder === undefined || folder.startsWith("-") || others.length > 0) throw new Error(USAGE);
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) throw new Error(`${folder} is not empty. Name an empty or new folder.`);
  const { schemas } = await readSchemas("schemas");
  const { files, missing } = buildRuleExamples(schemas, "documents");
  await writeFiles(folder, files);
  console.log(`Wrote ${files.size} documents to ${folder}.`);
  for (const line of missing) console.error(line);
  return missing.length > 0 ? EXIT_CODES.problemsFound : EXIT_CODES.success;
});
