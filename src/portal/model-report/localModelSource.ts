import { findCommonRoot, isSystemFile } from "../../contract/model-folder/folderEntries.ts";
import type { ModelFile } from "../../contract/models/fileFacts.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import { readZipEntry, listZipFiles } from "../zipFile.ts";

export interface LocalFile {
  /** Relative to the chosen or dropped folder. */
  path: string;
  file: File;
}

/** @throws when the file is not a readable zip */
export async function openLocalModel(files: LocalFile[]): Promise<ModelSource> {
  const [only] = files;
  if (only && files.length === 1 && /\.zip$/i.test(only.path)) return openZippedModel(only.file);
  return buildModelSource(
    files.map(({ path, file }) => ({
      ...{ path, size: file.size, modified: file.lastModified },
      read: async (length, offset) => new Uint8Array(await sliceFile(file, offset, length).arrayBuffer()),
    })),
  );
}

// Creating a slice takes the browser as long as reading a small file, so whole files are not sliced.
const sliceFile = (file: File, offset: number, length: number): Blob =>
  offset === 0 && length >= file.size ? file : file.slice(offset, offset + length);

async function openZippedModel(zip: File): Promise<ModelSource> {
  const files = await listZipFiles(zip);
  return buildModelSource(
    files.map((file) => ({
      ...{ path: file.path, size: file.size, modified: file.lastModDate.getTime() },
      isPacked: true,
      read: (length) => readZipEntry(file, length),
    })),
  );
}

interface ReadableFile extends ModelFile {
  read(length: number, offset: number): Promise<Uint8Array>;
}

function buildModelSource(files: ReadableFile[]): ModelSource {
  const modelFiles = files.filter(({ path }) => !isSystemFile(path));
  const root = findCommonRoot(modelFiles.map(({ path }) => path));
  const byPath = new Map(modelFiles.map((file) => [file.path.slice(root.length), file]));
  return {
    files: [...byPath].map(([path, file]) => ({ ...file, path })),
    read: async (path, length, offset = 0) => byPath.get(path)!.read(length, offset),
  };
}

declare global {
  // Chromium only, and only over HTTPS or localhost.
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface Window {
    showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
  }
}

export const listChosenFiles = (files: Iterable<File>): LocalFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Rejects if a file cannot be read. */
export async function listDroppedFiles({ items }: DataTransfer): Promise<LocalFile[]> {
  // Request all entries before the first await: afterwards the browser empties the DataTransfer.
  const listings = [...items].map((item) => {
    // Preferred over entries: reading a file from a handle is three times as fast.
    if (item.getAsFileSystemHandle)
      return item.getAsFileSystemHandle().then((handle) => (handle ? listFilesOfHandle(handle) : []));
    const entry = item.webkitGetAsEntry();
    return entry ? listFilesOfEntry(entry) : [];
  });
  return (await Promise.all(listings)).flat();
}

/** Rejects if a file cannot be read. */
export async function listFilesOfHandle(handle: FileSystemHandle, folder = ""): Promise<LocalFile[]> {
  const path = folder + handle.name;
  if (isFileHandle(handle)) return [{ path, file: await handle.getFile() }];
  const listings: Promise<LocalFile[]>[] = [];
  for await (const child of (handle as FileSystemDirectoryHandle).values())
    listings.push(listFilesOfHandle(child, `${path}/`));
  return (await Promise.all(listings)).flat();
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file";

async function listFilesOfEntry(entry: FileSystemEntry): Promise<LocalFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const children = await readAllEntries(entry as FileSystemDirectoryEntry);
  return (await Promise.all(children.map((child) => listFilesOfEntry(child)))).flat();
}

/** Browsers return a folder's entries in batches; an empty batch marks the end. */
async function readAllEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return entries;
    entries.push(...batch);
  }
}
