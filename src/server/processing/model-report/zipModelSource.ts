import type { ModelSource } from "../../../contract/models/readModelFiles.ts";
import { createZipModelSource } from "../../../contract/models/sources/zipModelSource.ts";
import type { ZipEntry } from "../../../contract/zip/zipDirectory.ts";
import type { RandomAccess } from "../randomAccess.ts";
import { openZipEntry, readCompressed, decompressEntry } from "../zipEntryStream.ts";

export const SMALL_ENTRY_BYTES = 256 * 1024;

export const openZipModel = (
  access: RandomAccess,
  entries: ZipEntry[],
  isAvailable?: (entry: ZipEntry) => boolean,
): ModelSource =>
  createZipModelSource(entries, (entry, length) => readEntryStart(access, entry, length), isAvailable);

/** Unpacks at most `length` bytes. */
export async function readEntryStart(
  access: RandomAccess,
  entry: ZipEntry,
  length: number,
): Promise<Uint8Array> {
  if (entry.size <= Math.min(length, SMALL_ENTRY_BYTES))
    return decompressEntry(await readCompressed(access, entry), entry);
  const chunks: Buffer[] = [];
  let remaining = length;
  for await (const chunk of (await openZipEntry(access, entry)) as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, remaining));
    remaining -= chunk.length;
    if (remaining <= 0) break;
  }
  return Buffer.concat(chunks);
}
