import { unzipRaw, type ZipEntry } from "unzipit";

export class InvalidZipError extends Error {
  override readonly name = "InvalidZipError";

  constructor(readonly reason: "not a zip" | "damaged") {
    super(reason);
  }
}

const ZIP_SIGNATURE = "PK\u0003\u0004";

/** Reads only the central directory. @throws InvalidZipError; other errors if the file itself cannot be read */
export async function listZipFiles(zip: Blob): Promise<(ZipEntry & { path: string })[]> {
  const firstBytes = new Uint8Array(await zip.slice(0, ZIP_SIGNATURE.length).arrayBuffer());
  if (String.fromCharCode(...firstBytes) !== ZIP_SIGNATURE) throw new InvalidZipError("not a zip");
  const { entries } = await unzipRaw(zip).catch((error: unknown) => {
    // A DOMException is about reading the file, not about its content.
    throw error instanceof DOMException ? error : new InvalidZipError("damaged");
  });
  return entries
    .map((entry) => Object.assign(entry, { path: entry.name.replaceAll("\\", "/") }))
    .filter(({ path }) => !path.endsWith("/"));
}

/** Decompresses at most `length` bytes. */
export async function readZipEntry(file: ZipEntry, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(length, file.size));
  const reader = (await file.stream()).getReader();
  for (let offset = 0; offset < bytes.length;) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, bytes.length - offset), offset);
    offset += value.length;
  }
  await reader.cancel();
  return bytes;
}
