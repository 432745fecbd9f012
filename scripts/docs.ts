import { writeFiles } from "./generate/writeFiles.ts";
import { DICTIONARY_FILE, dictionaryText } from "./docs/dictionaryText.ts";
import { uploadScriptFiles } from "./docs/uploadScriptFiles.ts";
import { command } from "./lib/command.ts";

const USAGE = `npm run docs

Writes the data dictionary, ${DICTIONARY_FILE}, which the schemas say, and the hashes of the upload scripts.`;

await command(USAGE, async () => {
  const files = new Map([[DICTIONARY_FILE, await dictionaryText()], ...(await uploadScriptFiles())]);
  await writeFiles(".", files);
  console.log(`Wrote ${[...files.keys()].join(", ")}.`);
});
