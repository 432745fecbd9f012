import { findCommonRoot, isSystemFile } from "../../model-folder/folderEntries.ts";
import { parseDosTime } from "../../zip/dosTime.ts";
import type { ZipEntry } from "../../zip/zipDirectory.ts";
import type { ModelSource } from "../readModelFiles.ts";

/** Paths do not include the common root folder. `readEntry` unpacks at most `length` bytes. */
export function createZipModelSource(
  entries: ZipEntry[],
  readEntry: (entry: ZipEntry, length: number) => Promise<Uint8Array>,
  isAvailable: (entry: ZipEntry) => boolean = () => true,
): ModelSource {
  const fileEntries = entries
    .filter(({ path, isDirectory }) => !isDirectory && !isSystemFile(path))
    .map((entry) => ({ entry, path: entry.path.replaceAll("\\", "/") }));
  const root = findCommonRoot(fileEntries.map(({ path }) => path));
  const files = new Map(fileEntries.map(({ entry, path }) => [path.slice(root.length), entry]));
  return {
    files: [...files].map(([path, entry]) => ({
      ...{ path, size: entry.size, modified: parseDosTime(entry.dosTime), contentKey: String(entry.crc32) },
      isPacked: true,
      ...(!isAvailable(entry) && { isUnread: true }),
    })),
    async read(path, length) {
      const entry = files.get(path);
      if (!entry) throw new Error(`The zip has no ${path}`);
      return readEntry(entry, length);
    },
  };
}
