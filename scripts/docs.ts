import { writeFiles } from "./generate/writeFiles.ts";
import { DICTIONARY_FILE, dictionaryText } from "./docs/dictionaryText.ts";
import { command } from "./lib/command.ts";

const USAGE = `npm run docs

Writes the data dictionary, ${DICTIONARY_FILE}, which the schemas say.`;

await command(USAGE, async () => {
  await writeFiles(".", new Map([[DICTIONARY_FILE, await dictionaryText()]]));
  console.log(`Wrote ${DICTIONARY_FILE}.`);
});
