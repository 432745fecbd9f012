import { createReadStream } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { UnreadableFileError } from "../../src/contract/models/fileFacts.ts";
import {
  openLocalFolder,
  openLocalZip,
  type LocalFile,
  type LocalModel,
} from "../../src/contract/models/sources/localModel.ts";
import { readEntryStart } from "../../src/server/processing/model-report/zipModelSource.ts";
import { BufferedAccess } from "../../src/server/processing/randomAccess.ts";

/** @param path a folder or a zip */
export async function openModel(path: string): Promise<LocalModel> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new Error(`File or folder not found: ${path}`);
  return stats.isDirectory() ? openFolder(resolve(path)) : openZip(path, stats.size);
}

async function openFolder(folder: string): Promise<LocalModel> {
  const listing: FolderListing = { files: [], emptyFolders: [] };
  await listFolder(folder, basename(folder), listing, []);
  listing.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return openLocalFolder(listing.files, listing.emptyFolders);
}

interface FolderListing {
  files: LocalFile[];
  emptyFolders: string[];
}

/** Follows links, as `zip -r` does. Names what cannot be read, so that it does not count as missing. */
async function listFolder(
  folder: string,
  path: string,
  listing: FolderListing,
  outerFolders: string[],
): Promise<void> {
  try {
    const own = await realpath(folder);
    if (outerFolders.includes(own))
      return addDenied(path, "it is a link to a folder that contains it", listing);
    const names = await readdir(folder);
    if (names.length === 0) listing.emptyFolders.push(path);
    for (const name of names) {
      const child = join(folder, name);
      const stats = await stat(child).catch((error: unknown) => {
        addDenied(`${path}/${name}`, formatReason(error), listing);
      });
      if (stats?.isDirectory()) await listFolder(child, `${path}/${name}`, listing, [...outerFolders, own]);
      else if (stats?.isFile())
        listing.files.push({
          ...{ path: `${path}/${name}`, size: stats.size, modified: stats.mtimeMs },
          read: (length, offset) => readRange(child, length, offset),
        });
    }
  } catch (error) {
    addDenied(path, formatReason(error), listing);
  }
}

function addDenied(path: string, unreadableReason: string, { files }: FolderListing): void {
  const read = () => Promise.reject(new UnreadableFileError(unreadableReason));
  files.push({ path, size: 0, unreadableReason, read });
}

const REASONS: Record<string, string> = {
  ENOENT: "it is a link to a file that does not exist",
  ELOOP: "it is a link to itself",
};

function formatReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return REASONS[code] ?? `your computer denies access to it (${code})`;
}

async function readRange(path: string, length: number, offset = 0): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(length), position: offset });
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UnreadableFileError(formatReason(error));
  }
}

const WINDOW_BYTES = 1024 * 1024;

async function openZip(path: string, size: number): Promise<LocalModel> {
  const access = {
    size,
    read: async (offset: number, length: number) =>
      createReadStream(path, { start: offset, end: offset + length - 1 }),
  };
  const buffered = new BufferedAccess(access, WINDOW_BYTES);
  return openLocalZip(buffered, (entry, length = entry.size) => readEntryStart(buffered, entry, length));
}
