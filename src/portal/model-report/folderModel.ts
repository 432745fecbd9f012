import { commonRoot, isJunk } from "../../contract/model-folder/modelFolderEntry.ts";
import type { ListedFile } from "../../contract/models/fileFacts.ts";
import type { ModelSource } from "../../contract/models/readModel.ts";
import { readZipped, zippedFiles } from "../zipFile.ts";

/** Where a file lies in the folder that was chosen or dropped. */
const PATHS = new WeakMap<File, string>();

const pathOf = (file: File) => PATHS.get(file) ?? (file.webkitRelativePath || file.name);

/**
 * What was chosen or dropped, to be read as a model: the files of a folder, or of a zip of one, by their paths inside it.
 *
 * @throws when the zip is none, or cannot be read
 */
export async function modelIn(files: File[]): Promise<ModelSource> {
  const [only] = files;
  if (only && files.length === 1 && /\.zip$/i.test(only.name)) return zipModel(only);
  return sourceOf(
    files.map((file) => ({
      ...{ path: pathOf(file), size: file.size, modified: file.lastModified },
      read: async (length, offset) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
    })),
  );
}

async function zipModel(zip: File): Promise<ModelSource> {
  const files = await zippedFiles(zip);
  return sourceOf(
    files.map((file) => ({
      ...{ path: file.path, size: file.size, modified: file.modified, contentKey: String(file.crc32) },
      isPacked: true,
      read: (length) => readZipped(zip, file, length),
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

/** Every file of the folders that were dropped. Rejects when one cannot be read. */
export async function droppedFiles({ items }: DataTransfer): Promise<File[]> {
  // All at once: after the first wait, the browser has forgotten what was dropped.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesIn(entry)))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    PATHS.set(file, entry.fullPath.slice(1));
    return [file];
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
