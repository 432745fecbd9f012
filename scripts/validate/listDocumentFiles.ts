import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const DOCUMENT_EXTENSION = /\.(json|jsonl|ndjson|ya?ml)$/i;

/** Expands folders to all JSON and YAML files below them; keeps "-" for standard input. */
export async function listDocumentFiles(names: string[]): Promise<string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      if (name === "-") return [name];
      const found = await stat(name).catch(() => undefined);
      if (!found) throw new Error(`File or folder not found: ${name}`);
      if (!found.isDirectory()) return [name];
      const entries = await readdir(name, { recursive: true, withFileTypes: true });
      return entries
        .filter(
          (entry) =>
            entry.isFile() &&
            DOCUMENT_EXTENSION.test(entry.name) &&
            !entry.parentPath.includes("node_modules"),
        )
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();
    }),
  );
  return [...new Set(lists.flat())];
}
