import { readSchemas } from "./generate/readSchemas.ts";
import { writeFiles } from "./generate/writeFiles.ts";
import { ruleExamples } from "./rule-examples/ruleExamples.ts";

/** Writes an example of every kept and every broken rule as a whole document, for `npm run validate` and others. */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("npm run examples -- FOLDER");
  process.exit(2);
}
const { schemas } = await readSchemas("schemas");
const { files, missing } = ruleExamples(schemas, "whole");
await writeFiles(folder, files);
console.log(`Wrote ${files.size} documents to ${folder}.`);
for (const line of missing) console.error(line);
if (missing.length > 0) process.exitCode = 1;
