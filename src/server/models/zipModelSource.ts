import { findCommonRoot, isSystemFile } from "../../contract/model-folder/folderEntries.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { ZipEntry } from "../processing/zipDirectory.ts";
import { openZipEntry, readCompressed, decompressEntry } from "../processing/zipEntryStream.ts";

export const SMALL_ENTRY_BYTES = 256 * 1024;

/** Paths do not include the common root folder. Decompresses only what is needed. */
export function createZipModelSource(
  access: RandomAccess,
  entries: ZipEntry[],
  isAvailable: (entry: ZipEntry) => boolean = () => true,
): ModelSource {
  const fileEntries = entries.filter(({ path, isDirectory }) => !isDirectory && !isSystemFile(path));
  const root = findCommonRoot(fileEntries.map(({ path }) => path));
  const files = new Map(fileEntries.map((entry) => [entry.path.slice(root.length), entry]));
  return {
    files: [...files].map(([path, entry]) => ({
      ...{ path, size: entry.size, modified: entry.modified, contentKey: String(entry.crc32) },
      isPacked: true,
      ...(!isAvailable(entry) && { isUnread: true }),
    })),
    async read(path, length) {
      const entry = files.get(path);
      if (!entry) throw new Error(`The zip has no ${path}`);
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
    },
  };
}
