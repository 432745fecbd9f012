import { format, resolveConfig } from "prettier";
import { readSchemas } from "../generate/readSchemas.ts";
import { dictionaryMarkdown } from "./dictionaryMarkdown.ts";

/** Where the data dictionary is kept. */
export const DICTIONARY_FILE = "docs/data-dictionary.md";

/** What people write stands before what the services answer. */
const FIRST = ["metadata", "contact", "message", "rejection", "record"];

/** The text of the data dictionary of all schemas in a folder, formatted as the project formats Markdown. */
export async function dictionaryText(folder = "schemas"): Promise<string> {
  const { schemas } = await readSchemas(folder);
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const ordered = schemas.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ schema }) => schema);
  const style = await resolveConfig(DICTIONARY_FILE);
  return format(dictionaryMarkdown(ordered), { ...style, parser: "markdown" });
}
