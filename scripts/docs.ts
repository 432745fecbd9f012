import { writeFiles } from "./generate/writeFiles.ts";
import { DICTIONARY_FILE, dictionaryText } from "./docs/dictionaryText.ts";

/** Writes the data dictionary, which the schemas say. */
await writeFiles(".", new Map([[DICTIONARY_FILE, await dictionaryText()]]));
console.log(`Wrote ${DICTIONARY_FILE}.`);
