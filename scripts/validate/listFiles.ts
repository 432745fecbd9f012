import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const DOCUMENT = /\.(json|jsonl|ndjson|ya?ml)$/i;

/**
 * The files that arguments name: a file as it is, a folder by every JSON and YAML file below it, "-" for standard
 * input.
 *
 * @throws Error naming what does not exist
 */
export async function listFiles(names: string[]): Promise<string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      if (name === "-") return [name];
      const found = await stat(name).catch(() => undefined);
      if (!found) throw new Error(`There is no file or folder ${name}.`);
      if (!found.isDirectory()) return [name];
      const entries = await readdir(name, { recursive: true, withFileTypes: true });
      return entries
        .filter(
          (entry) =>
            entry.isFile() && DOCUMENT.test(entry.name) && !entry.parentPath.includes("node_modules"),
        )
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();
    }),
  );
  return [...new Set(lists.flat())];
}
