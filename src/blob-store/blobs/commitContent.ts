import { requireWriteConditions } from "../requests/conditions.ts";
import type { Container } from "./container.ts";
import type { StoreCall } from "../requests/operation.ts";
import { toStoreError, StoreError } from "../requests/storeError.ts";
import { createEntry, type EntryContent, type BlobEntry } from "./storedEntry.ts";

type MaybeEntry = BlobEntry | undefined;

/** @throws StoreError if the conditions or permissions do not allow overwriting */
export function requireWritable({ request, caller }: StoreCall, replaced: MaybeEntry): void {
  requireWriteConditions(request.headers, replaced);
  if (replaced && !caller.canOverwrite) throw new StoreError("UnauthorizedBlobOverwrite");
}

export function commitRequestedContent(
  call: StoreCall,
  container: Container,
  createContent: (replaced: MaybeEntry) => Promise<EntryContent>,
): Promise<BlobEntry> {
  return commitContent(container, call.request.blob!, async (replaced) => {
    requireWritable(call, replaced);
    await call.requireOpenLink();
    return createContent(replaced);
  });
}

/**
 * Replaces a blob atomically, then removes its old bytes and uncommitted blocks. On failure, the blob does not change.
 *
 * @param createContent throws if the replaced blob must not be overwritten
 */
export function commitContent(
  container: Container,
  name: string,
  createContent: (replaced: MaybeEntry) => EntryContent | Promise<EntryContent>,
): Promise<BlobEntry> {
  return container.lock(name, async () => {
    const replaced = await container.find(name);
    const entry = createEntry(name, await createContent(replaced), replaced);
    const currentFiles = new Set(entry.parts.map((part) => part.file));
    const previousFiles = new Set(replaced?.parts.map((part) => part.file));
    try {
      await container.commit(entry);
    } catch (error) {
      // After any other error, the new entry may already be on disk and need its bytes.
      if (toStoreError(error).code === "InsufficientStorage")
        await container.discard(entry.parts.filter((part) => !previousFiles.has(part.file)));
      throw error;
    }
    await container.staged.clear(name);
    await container.discard(replaced?.parts.filter((part) => !currentFiles.has(part.file)) ?? []);
    return entry;
  });
}

export function updateEntry(
  call: StoreCall,
  container: Container,
  change: (entry: BlobEntry) => BlobEntry,
): Promise<BlobEntry> {
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

export function removeBlob(
  container: Container,
  name: string,
  shouldRemove: (entry: MaybeEntry) => boolean,
): Promise<void> {
  return container.lock(name, async () => {
    const entry = await container.find(name);
    if (!shouldRemove(entry) || !entry) return;
    await container.remove(entry);
    await container.discard(entry.parts);
  });
}
