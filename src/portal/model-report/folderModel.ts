import type { ModelSource } from "../../contract/models/readModel.ts";

/** Where a file lies in the folder that was chosen or dropped. */
const PATHS = new WeakMap<File, string>();

/** The files of a folder on the user's disk as a model is read from them, by their paths inside that folder. */
export function folderModel(files: File[]): ModelSource {
  const byPath = new Map(files.map((file) => [insideFolder(file), file]));
  return {
    files: [...byPath].map(([path, { size, lastModified }]) => ({ path, size, modified: lastModified })),
    read: async (path, length) => {
      const file = byPath.get(path);
      if (!file) throw new Error(`The folder holds no ${path}`);
      return new Uint8Array(await file.slice(0, length).arrayBuffer());
    },
  };
}

function insideFolder(file: File): string {
  const path = PATHS.get(file) ?? (file.webkitRelativePath || file.name);
  return path.slice(path.indexOf("/") + 1);
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
