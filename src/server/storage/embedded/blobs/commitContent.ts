import { requireWriteConditions } from "../requests/conditions.ts";
import type { Container } from "./container.ts";
import type { Call } from "../requests/operation.ts";
import { asStoreError, StoreError } from "../requests/storeError.ts";
import { newEntry, type EntryContent, type StoredEntry } from "./storedEntry.ts";

type Found = StoredEntry | undefined;

/** Refuses to write over a blob where the request's conditions, or the caller's access, do not allow it. */
export function requireWritable({ request, caller }: Call, replaced: Found): void {
  requireWriteConditions(request.headers, replaced);
  if (replaced && !caller.mayReplace) throw new StoreError("UnauthorizedBlobOverwrite");
}

/** Gives the blob that a request is about new content, where it may be written. */
export function commitCall(
  call: Call,
  container: Container,
  contentFor: (replaced: Found) => Promise<EntryContent>,
): Promise<StoredEntry> {
  return commitContent(container, call.request.blob!, (replaced) => {
    requireWritable(call, replaced);
    return contentFor(replaced);
  });
}

/**
 * Gives a blob new content as one step: checked, then on disk, then visible. Afterwards the bytes that no longer
 * belong to it are removed, and its uncommitted blocks. A failure removes the new bytes and leaves the blob as it was.
 *
 * @param contentFor is told what is replaced, and throws where that must not be
 */
export function commitContent(
  container: Container,
  name: string,
  contentFor: (replaced: Found) => EntryContent | Promise<EntryContent>,
): Promise<StoredEntry> {
  return container.lock(name, async () => {
    const replaced = await container.find(name);
    const entry = newEntry(name, await contentFor(replaced), replaced);
    const kept = new Set(entry.parts.map((part) => part.file));
    const before = new Set(replaced?.parts.map((part) => part.file));
    try {
      await container.commit(entry);
    } catch (error) {
      // Any other failure may have come after the new entry took its place, which then needs its bytes.
      if (asStoreError(error).code === "InsufficientStorage")
        await container.discard(entry.parts.filter((part) => !before.has(part.file)));
      throw error;
    }
    await container.staged.clear(name);
    await container.discard(replaced?.parts.filter((part) => !kept.has(part.file)) ?? []);
    return entry;
  });
}

/** Changes what is said of a blob, not its bytes. */
export function commitDescription(
  call: Call,
  container: Container,
  change: (entry: StoredEntry) => StoredEntry,
): Promise<StoredEntry> {
  const name = call.request.blob!;
  return container.lock(name, async () => {
    const entry = await container.find(name);
    if (!entry) throw new StoreError("BlobNotFound");
    requireWriteConditions(call.request.headers, entry);
    const changed = change(entry);
    await container.commit(changed);
    return changed;
  });
}

/** Removes a blob that is there, where what is found of it is to be removed. */
export function removeBlob(
  container: Container,
  name: string,
  isMeant: (entry: Found) => boolean,
): Promise<void> {
  return container.lock(name, async () => {
    const entry = await container.find(name);
    if (!isMeant(entry) || !entry) return;
    await container.remove(entry);
    await container.discard(entry.parts);
  });
}
