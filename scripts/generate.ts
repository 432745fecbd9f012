import { readdir, readFile } from "node:fs/promises";
import type { EntitySchema } from "../src/contract/schema/fields.ts";
import { countyShapes } from "./generate/countyShapes.ts";
import { generate } from "./generate/generate.ts";
import { readSchemas } from "./generate/readSchemas.ts";
import { sourcesText } from "./generate/referenceLists.ts";
import { replaceFolder, writeFiles } from "./generate/writeFiles.ts";
import { command, EXIT } from "./lib/command.ts";

const GENERATED = "src/contract/generated";

const USAGE = `npm run generate

Checks the schemas and writes all that they say: code to ${GENERATED}, an example of each rule for the tests, the data
dictionary, the shapes that maps are drawn over, and the names of the lists to choose from.

Exit code: 0 all is written, 1 the schemas hold a mistake, and nothing was written, 2 it could not be written.`;

await command(USAGE, async () => {
  let files: Map<string, string>;
  try {
    files = await generate("schemas", await lastEdition());
  } catch (error) {
    console.error((error as Error).message);
    return EXIT.found;
  }
  await replaceFolder(GENERATED, files);
  console.log(`Wrote ${files.size} files to ${GENERATED}.`);
  const { lists } = await readSchemas("schemas");
  const beside = new Map([
    ["schemas/reference/county-shapes.json", await countyShapes()],
    ["schemas/reference/sources.json", sourcesText(lists)],
  ]);
  await writeFiles(".", beside);
  for (const file of beside.keys()) console.log(`Wrote ${file}.`);
  await followGenerated();
});

/** The schemas as they were generated last; none the first time. */
async function lastEdition(): Promise<Map<string, EntitySchema>> {
  const folder = `${GENERATED}/schemas`;
  const files = await readdir(folder).catch(() => []);
  const read = files.map(async (file) => {
    const schema = JSON.parse(await readFile(`${folder}/${file}`, "utf8")) as EntitySchema;
    return [schema.$id, schema] as const;
  });
  return new Map(await Promise.all(read));
}

/** What is made with the generated code, which therefore may only be loaded once it is there. */
async function followGenerated() {
  const { ruleExamples, RULES_FOLDER } = await import("./rule-examples/ruleFiles.ts");
  const { DICTIONARY_FILE, dictionaryText } = await import("./docs/dictionaryMarkdown.ts");
  const { schemas } = await readSchemas("schemas");
  const { files, missing } = ruleExamples(schemas, "kept");
  await replaceFolder(RULES_FOLDER, files);
  console.log(`Wrote ${files.size} files to ${RULES_FOLDER}.`);
  await writeFiles(".", new Map([[DICTIONARY_FILE, await dictionaryText()]]));
  console.log(`Wrote ${DICTIONARY_FILE}.`);
  for (const line of missing) console.warn(line);
}
