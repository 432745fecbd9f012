import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { containerFolder } from "./blobFolder.ts";
import { readRange } from "./partReader.ts";
import { nameHash, type StoredEntry } from "./storedEntry.ts";

/**
 * Reads a blob from the store's folder without opening the store: nothing is changed, so a server may be at work on the
 * same folder. Answers nothing when there is no blob of that name.
 */
export async function readStoredBlob(
  folder: string,
  container: string,
  name: string,
): Promise<Readable | undefined> {
  const root = containerFolder(folder, container);
  const hash = nameHash(name);
  const text = await readFile(join(root, "blobs", hash.slice(0, 2), `${hash}.json`), "utf8").catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    },
  );
  if (text === undefined) return undefined;
  const entry = JSON.parse(text) as StoredEntry;
  if (entry.size === 0) return Readable.from([]);
  return readRange({ partPath: ({ file }) => join(root, "data", file) }, entry, 0, entry.size - 1);
}
