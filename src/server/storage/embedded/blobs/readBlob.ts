import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { containerFolder } from "./blobFolder.ts";
import type { Container } from "./container.ts";
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

interface Slice {
  path: string;
  start: number;
  end: number;
}

/** Streams the bytes from `first` to `last`, both included, out of the files they lie in. */
export function readRange(
  container: Pick<Container, "partPath">,
  entry: StoredEntry,
  first: number,
  last: number,
): Readable {
  const slices = slicesOf(container, entry, first, last);
  const open = ({ path, start, end }: Slice) =>
    createReadStream(path, { start, end, highWaterMark: 256 * 1024 });
  if (slices.length === 1) return open(slices[0]!);
  return Readable.from(chained(slices, open), { objectMode: false });
}

async function* chained(slices: Slice[], open: (slice: Slice) => Readable): AsyncGenerator<Buffer> {
  for (const slice of slices) yield* open(slice) as AsyncIterable<Buffer>;
}

function slicesOf(
  container: Pick<Container, "partPath">,
  entry: StoredEntry,
  first: number,
  last: number,
): Slice[] {
  const slices: Slice[] = [];
  let offset = 0;
  for (const part of entry.parts) {
    const start = Math.max(first - offset, 0);
    const end = Math.min(last - offset, part.size - 1);
    if (start <= end) slices.push({ path: container.partPath(part), start, end });
    offset += part.size;
  }
  return slices;
}
