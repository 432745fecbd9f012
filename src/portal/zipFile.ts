import { unzipRaw, type ZipEntry } from "unzipit";

/** A file that is no zip, or of which the list cannot be read. */
export class NoZip extends Error {
  override readonly name = "NoZip";

  constructor(readonly reason: "not a zip" | "damaged") {
    super(reason);
  }
}

/** What the header of a zip's first file begins with. */
const BEGINNING = "PK\u0003\u0004";

/**
 * The files of a zip, from the list at its end: nothing else of it is read.
 *
 * @throws NoZip; any other error when the file itself cannot be read
 */
export async function zippedFiles(zip: Blob): Promise<(ZipEntry & { path: string })[]> {
  const first = new Uint8Array(await zip.slice(0, BEGINNING.length).arrayBuffer());
  if (String.fromCharCode(...first) !== BEGINNING) throw new NoZip("not a zip");
  const { entries } = await unzipRaw(zip).catch((error: unknown) => {
    // The browser's own errors are of the file, not of what it holds.
    throw error instanceof DOMException ? error : new NoZip("damaged");
  });
  return entries
    .map((entry) => Object.assign(entry, { path: entry.name.replaceAll("\\", "/") }))
    .filter(({ path }) => !path.endsWith("/"));
}

/** The first bytes of a zip's file, `length` at most, unpacked no further than asked for. */
export async function readZipped(file: ZipEntry, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(length, file.size));
  const reader = (await file.stream()).getReader();
  for (let at = 0; at < bytes.length;) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, bytes.length - at), at);
    at += value.length;
  }
  await reader.cancel();
  return bytes;
}
