import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

/**
 * Schemas that were generated last, whose files are gone and that code still needs.
 *
 * @returns a line for each, with the first place in the code that names it
 */
export async function goneSchemas(
  before: Map<string, EntitySchema>,
  names: string[],
  source = "src",
): Promise<string[]> {
  const gone = [...before].filter(([name]) => !names.includes(name));
  if (gone.length === 0) return [];
  const files = await readdir(source, { recursive: true, withFileTypes: true });
  const code = files
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.parentPath.includes("generated"))
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
  const texts = await Promise.all(code.map(async (file) => [file, await readFile(file, "utf8")] as const));
  return gone.flatMap(([name, { title }]) => {
    const needs = new RegExp(
      `"${name}"|import type \\{[^}]*\\b${title}\\b[^}]*\\} from ".*generated/entities`,
    );
    const user = texts.find(([, text]) => needs.test(text));
    if (!user) return [];
    const [file, text] = user;
    const line = text.slice(0, text.search(needs)).split("\n").length;
    return [`schemas/${name}.schema.json is gone, and ${file}:${line} needs it: put it back.`];
  });
}
