import { writeFiles } from "./generate/writeFiles.ts";
import { architecturePage, PICTURE_FILE } from "./docs/importPicture.ts";
import { DICTIONARY_FILE, dictionaryText } from "./docs/dictionaryMarkdown.ts";
import { uploadScriptFiles } from "./docs/uploadScriptFiles.ts";
import { command } from "./lib/command.ts";

const USAGE = `npm run docs

Writes the data dictionary, ${DICTIONARY_FILE}, which the schemas say, the hashes of the upload scripts, and
the picture of the imports in ${PICTURE_FILE}.`;

await command(USAGE, async () => {
  const files = new Map([
    [DICTIONARY_FILE, await dictionaryText()],
    [PICTURE_FILE, architecturePage()],
    ...(await uploadScriptFiles()),
  ]);
  await writeFiles(".", files);
  console.log(`Wrote ${[...files.keys()].join(", ")}.`);
});
