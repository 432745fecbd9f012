/** Paths are relative to the chosen or dropped folder. */
export type LocalItem =
  { path: string; file: File } | { path: string; isEmptyFolder: true } | { path: string; isDenied: true };

/** Items in batches, then "end". */
export type ListingMessage = LocalItem[] | "end";

/** Posting all items of a large folder at once would block the page. */
const ITEMS_PER_MESSAGE = 500;

/** Posts the files and empty folders of the handles, in any order. A file or folder that cannot be opened is denied. */
export async function listHandles(
  handles: FileSystemHandle[],
  post: (message: ListingMessage) => void,
): Promise<void> {
  let items: LocalItem[] = [];
  const flush = () => {
    post(items);
    items = [];
  };
  const add = (item: LocalItem) => {
    items.push(item);
    if (items.length === ITEMS_PER_MESSAGE) flush();
  };
  await Promise.all(handles.map((handle) => addItems(handle, handle.name, add)));
  flush();
  post("end");
}

async function addItems(
  handle: FileSystemHandle,
  path: string,
  add: (item: LocalItem) => void,
): Promise<void> {
  const children: Promise<void>[] = [];
  try {
    if (isFileHandle(handle)) return add({ path, file: await handle.getFile() });
    for await (const child of (handle as FileSystemDirectoryHandle).values())
      children.push(addItems(child, `${path}/${child.name}`, add));
    if (children.length === 0) add({ path, isEmptyFolder: true });
  } catch {
    add({ path, isDenied: true });
  }
  await Promise.all(children);
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file";
