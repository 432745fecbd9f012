import { readFile } from "node:fs/promises";
import { readText } from "../source/readText.ts";
import { SourceFault } from "../source/sourceFault.ts";

/**
 * The text of an export.
 *
 * @throws Error naming the file, when there is none, it is empty, or it is not UTF-8: a guess would change names
 */
export async function readExport(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Error(`${file} cannot be read.`);
  try {
    const text = readText(bytes);
    if (text.trim() === "") throw new Error(`${file} is empty.`);
    return text;
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: ${error.message}`, { cause: error });
  }
}
