import { findCommonRoot, isSystemFile } from "../../contract/model-folder/folderEntries.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { ZipEntry } from "../processing/zipDirectory.ts";
import { openZipEntry, readPacked, unpackEntry } from "../processing/zipEntryStream.ts";

/** Entries up to this size are unpacked in one piece. */
export const SMALL = 256 * 1024;

/**
 * The files of a zip as a model is read from them: unpacked only as far as is asked for, and by their paths inside
 * the one folder that holds them all.
 *
 * @param isAtHand whether an entry's content can be read; without it, all can
 */
export function zipModel(
  access: RandomAccess,
  entries: ZipEntry[],
  isAtHand: (entry: ZipEntry) => boolean = () => true,
): ModelSource {
  const own = entries.filter(({ path, isDirectory }) => !isDirectory && !isSystemFile(path));
  const root = findCommonRoot(own.map(({ path }) => path));
  const files = new Map(own.map((entry) => [entry.path.slice(root.length), entry]));
  return {
    files: [...files].map(([path, entry]) => ({
      ...{ path, size: entry.size, modified: entry.modified, contentKey: String(entry.crc32) },
      isPacked: true,
      ...(!isAtHand(entry) && { isUnread: true }),
    })),
    async read(path, length) {
      const entry = files.get(path);
      if (!entry) throw new Error(`The zip holds no ${path}`);
      if (entry.size <= Math.min(length, SMALL)) return unpackEntry(await readPacked(access, entry), entry);
      const chunks: Buffer[] = [];
      let left = length;
      for await (const chunk of (await openZipEntry(access, entry)) as AsyncIterable<Buffer>) {
        chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) break;
      }
      return Buffer.concat(chunks);
    },
  };
}
