import { toRunningUpload, type BrowserUpload } from "./browserUpload.ts";
import { runningUploads } from "./runningUploads.ts";
import type { UploadEntry } from "./uploadEntry.ts";
import { uploadStorage } from "./uploadStorage.ts";

/** The uploads of this tab by record, which screens and the side menu show. */
export function createUploadEntries() {
  const entries = new Map<string, UploadEntry>();
  const listeners = new Set<() => void>();
  let views: BrowserUpload[] = [];

  const notify = () => {
    views = [...entries.values()].map(({ view }) => view);
    runningUploads.set(views.flatMap((upload) => toRunningUpload(upload) ?? []));
    for (const listener of listeners) listener();
  };
  const isCurrent = (entry: UploadEntry) => entries.get(entry.stored.recordId) === entry;

  return {
    get: (recordId: string): UploadEntry | undefined => entries.get(recordId),
    list: (): UploadEntry[] => [...entries.values()],
    listViews: (): BrowserUpload[] => views,
    add(entry: UploadEntry): void {
      entries.set(entry.stored.recordId, entry);
      notify();
    },
    remove(recordId: string): void {
      entries.delete(recordId);
      notify();
    },
    update(entry: UploadEntry, change: Partial<BrowserUpload>): void {
      entry.view = { ...entry.view, ...change };
      if (isCurrent(entry)) notify();
    },
    /** Stores it for a later visit, once it has a link. */
    async save(entry: UploadEntry): Promise<void> {
      const { stored } = entry;
      if (isCurrent(entry) && stored.ticket)
        entry.isSaved = await uploadStorage.save({ ...stored, ticket: stored.ticket });
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type UploadEntries = ReturnType<typeof createUploadEntries>;
