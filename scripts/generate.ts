import { writeFile } from "node:fs/promises";
import { countyShapes } from "./generate/countyShapes.ts";
import { generate } from "./generate/generate.ts";
import { readSchemas } from "./generate/readSchemas.ts";
import { readReferenceLists, sourcesText } from "./generate/referenceLists.ts";
import { replaceFolder, writeFiles } from "./generate/writeFiles.ts";

/**
 * Writes everything the schemas say: code to src/contract/generated, an example of each rule for the tests, and the
 * data dictionary; besides them the shapes that maps are drawn over, and the names of the lists to choose from.
 */
async function main() {
  const files = await generate("schemas");
  await replaceFolder("src/contract/generated", files);
  await writeFile("schemas/reference/county-shapes.json", await countyShapes());
  const lists = await readReferenceLists("schemas/reference");
  await writeFile("schemas/reference/sources.json", sourcesText(lists));
  await followGenerated();
  console.log(`Wrote ${files.size} files to src/contract/generated.`);
}

/** What is made with the generated code, which therefore may only be loaded once it is there. */
async function followGenerated() {
  const { ruleExamples } = await import("./rule-examples/ruleExamples.ts");
  const { RULES_FOLDER } = await import("./rule-examples/readRuleCases.ts");
  const { DICTIONARY_FILE, dictionaryText } = await import("./docs/dictionaryText.ts");
  const { schemas } = await readSchemas("schemas");
  const { files, missing } = ruleExamples(schemas, "kept");
  await replaceFolder(RULES_FOLDER, files);
  await writeFiles(".", new Map([[DICTIONARY_FILE, await dictionaryText()]]));
  for (const line of missing) console.warn(line);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
