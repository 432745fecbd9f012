import type { BlobStorage } from "../../storage/blobStorage.ts";

/** Removals under way at a time. */
const AT_ONCE = 16;

/**
 * Removes everything below a folder of the store, several files at a time. Ends with the signal's reason when that is
 * aborted; a folder that is empty, or half removed, is no error.
 */
export async function removeFolder(
  storage: Pick<BlobStorage, "list" | "remove">,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  let paths: string[] = [];
  const remove = async () => {
    const batch = paths;
    paths = [];
    signal?.throwIfAborted();
    await Promise.all(batch.map((path) => storage.remove(path)));
  };
  for await (const { path } of storage.list(folder)) if (paths.push(path) >= AT_ONCE) await remove();
  await remove();
}
