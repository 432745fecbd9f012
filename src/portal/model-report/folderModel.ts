import { commonRoot, isJunk } from "../../contract/model-folder/modelFolderEntry.ts";
import type { ListedFile } from "../../contract/models/fileFacts.ts";
import type { ModelSource } from "../../contract/models/readModel.ts";
import { readZipped, zippedFiles } from "../zipFile.ts";

/** A file of a folder on the vendor's disk, and where it lies in what was chosen or dropped. */
export interface FolderFile {
  path: string;
  file: File;
}

/**
 * What was chosen or dropped, to be read as a model: the files of a folder, or of a zip of one, by their paths inside it.
 *
 * @throws when the zip is none, or cannot be read
 */
export async function modelIn(files: FolderFile[]): Promise<ModelSource> {
  const [only] = files;
  if (only && files.length === 1 && /\.zip$/i.test(only.path)) return zipModel(only.file);
  return sourceOf(
    files.map(({ path, file }) => ({
      ...{ path, size: file.size, modified: file.lastModified },
      read: async (length, offset) => new Uint8Array(await partOf(file, offset, length).arrayBuffer()),
    })),
  );
}

/** A slice is another file to the browser, which takes as long to make as a small file to read. */
const partOf = (file: File, offset: number, length: number): Blob =>
  offset === 0 && length >= file.size ? file : file.slice(offset, offset + length);

async function zipModel(zip: File): Promise<ModelSource> {
  const files = await zippedFiles(zip);
  return sourceOf(
    files.map((file) => ({
      ...{ path: file.path, size: file.size, modified: file.lastModDate.getTime() },
      isPacked: true,
      read: (length) => readZipped(file, length),
    })),
  );
}

interface ReadableFile extends ListedFile {
  read(length: number, offset: number): Promise<Uint8Array>;
}

function sourceOf(files: ReadableFile[]): ModelSource {
  const own = files.filter(({ path }) => !isJunk(path));
  const root = commonRoot(own.map(({ path }) => path));
  const byPath = new Map(own.map((file) => [file.path.slice(root.length), file]));
  return {
    files: [...byPath].map(([path, file]) => ({ ...file, path })),
    read: async (path, length, offset = 0) => byPath.get(path)!.read(length, offset),
  };
}

declare global {
  // Chromium's alone, and only where the portal is served by HTTPS or from this computer.
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface Window {
    showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
  }
}

/** The files that an input was given. */
export const chosenFiles = (files: Iterable<File>): FolderFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Every file of the folders that were dropped. Rejects when one cannot be read. */
export async function droppedFiles({ items }: DataTransfer): Promise<FolderFile[]> {
  // All at once: after the first wait, the browser has forgotten what was dropped.
  const found = [...items].map((item) => {
    // A file from an entry costs the browser three times what one from a handle does.
    if (item.getAsFileSystemHandle)
      return item.getAsFileSystemHandle().then((handle) => (handle ? filesBehind(handle) : []));
    const entry = item.webkitGetAsEntry();
    return entry ? filesIn(entry) : [];
  });
  return (await Promise.all(found)).flat();
}

/** Every file behind a handle, by its path from there on. Rejects when one cannot be read. */
export async function filesBehind(handle: FileSystemHandle, folder = ""): Promise<FolderFile[]> {
  const path = folder + handle.name;
  if (isFileHandle(handle)) return [{ path, file: await handle.getFile() }];
  const inside: Promise<FolderFile[]>[] = [];
  for await (const one of (handle as FileSystemDirectoryHandle).values())
    inside.push(filesBehind(one, `${path}/`));
  return (await Promise.all(inside)).flat();
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file";

async function filesIn(entry: FileSystemEntry): Promise<FolderFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(inside.map((one) => filesIn(one)))).flat();
}

/** A browser tells a folder's content in pieces, the last of them empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (piece.length === 0) return entries;
    entries.push(...piece);
  }
}
