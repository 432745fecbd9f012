import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Container } from "./container.ts";
import type { StoredEntry } from "./storedEntry.ts";

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
