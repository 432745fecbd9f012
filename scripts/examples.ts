import { readdir } from "node:fs/promises";
import { readSchemas } from "./generate/readSchemas.ts";
import { writeFiles } from "./generate/writeFiles.ts";
import { command, EXIT } from "./lib/command.ts";
import { ruleExamples } from "./rule-examples/ruleFiles.ts";

const USAGE = `npm run examples -- FOLDER

Writes an example of every kept and every broken rule as a whole document, for \`npm run validate\` and others, into a
folder that is empty or not there yet.`;

await command(USAGE, async ([folder, ...others]) => {
  if (folder === undefined || folder.startsWith("-") || others.length > 0) throw new Error(USAGE);
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new Error(`${folder} is not empty. Name a folder of its own.`);
  const { schemas } = await readSchemas("schemas");
  const { files, missing } = ruleExamples(schemas, "whole");
  await writeFiles(folder, files);
  console.log(`Wrote ${files.size} documents to ${folder}.`);
  for (const line of missing) console.error(line);
  return missing.length > 0 ? EXIT.found : EXIT.well;
});
