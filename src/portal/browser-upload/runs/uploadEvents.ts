import { updateTransferHistory } from "../../ui/status/transferProgress.ts";
import type { UploadEntries } from "./uploadEntries.ts";
import type { UploadEntry } from "./uploadEntry.ts";
import { uploadStorage } from "./uploadStorage.ts";
import type { UploadEnd } from "../worker/uploadTask.ts";
import type { RunMessage } from "../worker/workerMessages.ts";

/** Shows what the worker reports, and remembers what a later run needs. */
export function handleUploadEvent(
  { update, save }: UploadEntries,
  entry: UploadEntry,
  event: Exclude<RunMessage, UploadEnd>,
): void {
  switch (event.type) {
    case "preparing":
      return update(entry, { phase: "preparing", prepared: event.bytes / Math.max(1, event.totalBytes) });
    case "files":
      entry.stored.filesJson = event.filesJson;
      return void save(entry);
    case "prepared":
      return update(entry, {
        ...{ fileCount: event.fileCount, bytes: event.bytes, unchangedFileCount: event.unchangedFileCount },
      });
    case "prechecking":
      return update(entry, { phase: "prechecking" });
    case "warnings":
      return update(entry, { warnings: event.texts });
    case "sending": {
      const { files, bytes, totalBytes, sentBytes } = event;
      const zip = { uploadBatchId: entry.view.recordId, size: totalBytes, arrivedBytes: bytes };
      // Blocks that the store already has take no time, so they must not count for the rate.
      const previous = sentBytes === 0 ? undefined : entry.view.history;
      const history = updateTransferHistory(previous, zip, Date.now());
      return update(entry, { phase: "sending", sent: { files, bytes, totalBytes }, history });
    }
    case "waiting":
      return update(entry, { waitingReason: event.reason });
    case "arrived":
      entry.stored.hasArrived = true;
      void save(entry);
      return update(entry, { phase: "arrived", hasArrived: true });
    case "processing":
      return update(entry, { phase: "arrived", stage: event.stage });
  }
}

export async function handleUploadEnd(
  { update }: UploadEntries,
  entry: UploadEntry,
  end: Exclude<UploadEnd, { type: "link expired" }>,
): Promise<void> {
  switch (end.type) {
    case "done":
      await uploadStorage.remove(entry.stored);
      return update(entry, { phase: "done", texts: end.messages });
    case "rejected":
      await uploadStorage.remove(entry.stored);
      return update(entry, { phase: "rejected", texts: end.errors, hasArrived: end.hasArrived });
    case "unreadable":
    case "changed":
      return update(entry, { phase: end.type, paths: end.paths });
    case "failed":
      return update(entry, { phase: "failed", texts: [end.message] });
  }
}
