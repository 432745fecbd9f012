import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { getContainerFolder } from "./blobFolder.ts";
import type { Container } from "./container.ts";
import { hashName, type BlobEntry } from "./storedEntry.ts";

/** Reads a blob without opening the store, so that a running server can use the same folder. */
export async function readStoredBlob(
  folder: string,
  container: string,
  name: string,
): Promise<Readable | undefined> {
  const root = getContainerFolder(folder, container);
  const hash = hashName(name);
  const text = await readFile(join(root, "blobs", hash.slice(0, 2), `${hash}.json`), "utf8").catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    },
  );
  if (text === undefined) return undefined;
  const entry = JSON.parse(text) as BlobEntry;
  if (entry.size === 0) return Readable.from([]);
  return readRange({ partPath: ({ file }) => join(root, "data", file) }, entry, 0, entry.size - 1);
}

interface Slice {
  path: string;
  start: number;
  end: number;
}

/** Streams the bytes `first` to `last`, inclusive, from the part files. */
export function readRange(
  container: Pick<Container, "partPath">,
  entry: BlobEntry,
  first: number,
  last: number,
): Readable {
  const slices = listSlices(container, entry, first, last);
  const open = ({ path, start, end }: Slice) =>
    createReadStream(path, { start, end, highWaterMark: 256 * 1024 });
  if (slices.length === 1) return open(slices[0]!);
  return Readable.from(readSlices(slices, open), { objectMode: false });
}

async function* readSlices(slices: Slice[], open: (slice: Slice) => Readable): AsyncGenerator<Buffer> {
  for (const slice of slices) yield* open(slice) as AsyncIterable<Buffer>;
}

function listSlices(
  container: Pick<Container, "partPath">,
  entry: BlobEntry,
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
