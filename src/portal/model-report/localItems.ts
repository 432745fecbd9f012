import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { yieldToPage } from "../../contract/yieldToPage.ts";
import { createListingWorker } from "./listing/createListingWorker.ts";
import { listHandles, type ListingMessage, type LocalItem } from "./listing/listHandles.ts";

export interface LocalSelection {
  items: LocalItem[];
  /** False for a file input, which lists no empty folders. */
  hasEmptyFolders: boolean;
}

/** Chromium only. The files are not listed yet. */
interface HandleSelection {
  handles: FileSystemHandle[];
}

export type ChosenFiles = LocalSelection | HandleSelection;

/** Reopens the folder or file after the page was closed. */
export const getHandle = (chosen: ChosenFiles): FileSystemHandle | undefined =>
  "handles" in chosen && chosen.handles.length === 1 ? chosen.handles[0] : undefined;

export const listLocalItems = async (chosen: ChosenFiles): Promise<LocalSelection> =>
  "handles" in chosen ? { items: await listItemsOfHandles(chosen.handles), hasEmptyFolders: true } : chosen;

declare global {
  // Chromium only, and only over HTTPS or localhost.
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface FileSystemHandle {
    requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
  }
  interface Window {
    showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
  }
}

export const listChosenFiles = async (files: Iterable<File>): Promise<LocalSelection> => ({
  items: await readSizesAndTimes(
    [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  ),
  hasEmptyFolders: false,
});

const MAX_BLOCKING_MS = 50;

/** Chromium reads a file's size and time from the disk when a script first asks for them, which blocks the page. */
async function readSizesAndTimes(items: LocalItem[]): Promise<LocalItem[]> {
  let start = performance.now();
  for (const item of items) {
    if ("file" in item) void [item.file.size, item.file.lastModified];
    if (performance.now() - start < MAX_BLOCKING_MS) continue;
    await yieldToPage();
    start = performance.now();
  }
  return items;
}

export async function listDroppedFiles({ items }: DataTransfer): Promise<ChosenFiles> {
  // Request all entries before the first await: afterwards the browser empties the DataTransfer.
  const handles: FileSystemHandle[] = [];
  const listings = [...items].map((item) => {
    // Preferred over entries: reading a file from a handle is three times as fast.
    if (item.getAsFileSystemHandle)
      return item.getAsFileSystemHandle().then((handle): LocalItem[] => {
        if (handle) handles.push(handle);
        return [];
      });
    const entry = item.webkitGetAsEntry();
    return entry ? listItemsOfEntry(entry).then(readSizesAndTimes) : [];
  });
  const listed = (await Promise.all(listings)).flat();
  return handles.length > 0 ? { handles } : { items: listed, hasEmptyFolders: true };
}

async function listItemsOfHandles(handles: FileSystemHandle[]): Promise<LocalItem[]> {
  // The worker cannot start: the portal was updated, or the browser or a policy allows no such worker.
  const items = (await listInWorker(handles)) ?? (await listHere(handles));
  return items.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Chromium frees the handles of a large folder only when the thread that listed them ends. */
async function listInWorker(handles: FileSystemHandle[]): Promise<LocalItem[] | undefined> {
  const worker = tryOrUndefined(createListingWorker);
  if (!worker) return undefined;
  try {
    return await new Promise<LocalItem[] | undefined>((resolve) => {
      const items: LocalItem[] = [];
      worker.addEventListener("message", ({ data }: MessageEvent<ListingMessage>) => {
        if (data === "end") resolve(items);
        else items.push(...data);
      });
      worker.addEventListener("error", () => resolve(undefined));
      worker.addEventListener("messageerror", () => resolve(undefined));
      worker.postMessage(handles);
    });
  } finally {
    worker.terminate();
  }
}

async function listHere(handles: FileSystemHandle[]): Promise<LocalItem[]> {
  const items: LocalItem[] = [];
  await listHandles(handles, (message) => {
    if (message !== "end") items.push(...message);
  });
  return items;
}

/** A file that cannot be opened, such as a locked one, is listed as denied. */
async function listItemsOfEntry(entry: FileSystemEntry): Promise<LocalItem[]> {
  const path = entry.fullPath.slice(1);
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      return [{ path, file }];
    }
    const children = await readAllEntries(entry as FileSystemDirectoryEntry);
    if (children.length === 0) return [{ path, isEmptyFolder: true }];
    return (await Promise.all(children.map((child) => listItemsOfEntry(child)))).flat();
  } catch {
    return [{ path, isDenied: true }];
  }
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
