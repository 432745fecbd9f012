import { readdir, readFile } from "node:fs/promises";
import type { EntitySchema } from "../src/contract/schema/fields.ts";
import type { ReferenceList } from "./generate/choiceLists.ts";
import { buildCountyShapes } from "./generate/countyShapes.ts";
import { GENERATED_REFERENCES, buildSourcesSchema } from "./generate/referenceLists.ts";
import { readSchemas, type NamedSchema } from "./generate/readSchemas.ts";
import { restoreRegistry } from "./generate/restoreRegistry.ts";
import { replaceFolder, writeFiles } from "./generate/writeFiles.ts";
import { EXIT_CODES, runCommand } from "./lib/command.ts";

const GENERATED = "src/contract/generated";

const USAGE = `npm run generate

Checks the schemas and writes everything generated from them: code in ${GENERATED}, rule examples for the tests, the data
dictionary, county shapes for maps, and the names of the reference lists. Warns if the schemas differ from the last
release.

Exit code: 0 written, 1 the schemas have errors (nothing written), 2 could not write.`;

await runCommand(USAGE, async () => {
  let files: Map<string, string>;
  try {
    await restoreRegistry(GENERATED, "schemas");
    files = await generateCode();
  } catch (error) {
    console.error((error as Error).message);
    return EXIT_CODES.problemsFound;
  }
  await replaceFolder(GENERATED, files);
  console.log(`Wrote ${files.size} files to ${GENERATED}.`);
  const { schemas, lists } = await readSchemas("schemas");
  await writeReferences(lists);
  await writeDependentFiles(schemas);
  const { warnIfUnreleased } = await import("./schema-diff/releases.ts");
  await warnIfUnreleased("schemas");
});

/** These modules import the generated code, so they are loaded only now. */
async function generateCode() {
  const { generate } = await import("./generate/generate.ts");
  const { readNewestRelease } = await import("./schema-diff/releases.ts");
  const released = (await readNewestRelease("schemas"))?.resolved;
  return generate("schemas", { released, generated: await readGeneratedSchemas() });
}

/** Empty before the first run. */
async function readGeneratedSchemas(): Promise<Map<string, EntitySchema>> {
  const folder = `${GENERATED}/schemas`;
  const files = await readdir(folder).catch(() => []);
  const read = files.map(async (file) => {
    const schema = JSON.parse(await readFile(`${folder}/${file}`, "utf8")) as EntitySchema;
    return [schema.$id, schema] as const;
  });
  return new Map(await Promise.all(read));
}

async function writeReferences(lists: ReferenceList[]) {
  const { shapes, sources } = GENERATED_REFERENCES;
  const folder = "schemas/reference";
  const files = new Map([
    [`${folder}/${shapes}`, await buildCountyShapes()],
    [`${folder}/${sources}`, buildSourcesSchema(lists)],
  ]);
  await writeFiles(".", files);
  for (const file of files.keys()) console.log(`Wrote ${file}.`);
}

async function writeDependentFiles(schemas: NamedSchema[]) {
  const { buildRuleExamples, RULES_FOLDER } = await import("./rule-examples/ruleFiles.ts");
  const { DICTIONARY_FILE, buildDictionaryFile } = await import("./generate/dictionaryMarkdown.ts");
  const { validators } = await import("../src/contract/generated/validators.ts");
  const { files, missing } = buildRuleExamples(schemas, "cases", validators);
  await replaceFolder(RULES_FOLDER, files);
  console.log(`Wrote ${files.size} files to ${RULES_FOLDER}.`);
  await writeFiles(".", new Map([[DICTIONARY_FILE, buildDictionaryFile(schemas)]]));
  console.log(`Wrote ${DICTIONARY_FILE}.`);
  for (const line of missing) console.warn(line);
}
