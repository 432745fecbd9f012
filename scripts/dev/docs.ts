import { writeFiles } from "../generate/writeFiles.ts";
import { architecturePage, PICTURE_FILE } from "./docs/importPicture.ts";
import { DICTIONARY_FILE, buildDictionaryFile } from "../generate/dictionaryMarkdown.ts";
import { readSchemas } from "../generate/readSchemas.ts";
import { DEPLOY_PAGE, deployPage } from "./docs/settingsTable.ts";
import { uploadScriptFiles } from "./docs/uploadScriptFiles.ts";
import { runCommand } from "../lib/command.ts";

const USAGE = `npm run docs

Writes the generated documents: the data dictionary (${DICTIONARY_FILE}), the settings in ${DEPLOY_PAGE}, the
hashes of the upload scripts and the import diagram in ${PICTURE_FILE}.`;

await runCommand(USAGE, async () => {
  const { schemas } = await readSchemas("schemas");
  const files = new Map([
    [DICTIONARY_FILE, buildDictionaryFile(schemas)],
    [PICTURE_FILE, architecturePage()],
    [DEPLOY_PAGE, await deployPage()],
    ...(await uploadScriptFiles()),
  ]);
  await writeFiles(".", files);
  console.log(`Wrote ${[...files.keys()].join(", ")}.`);
});
