import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import { listReusableFiles } from "../../../contract/uploads/correction.ts";
import type { Correction } from "../../providers/calls/uploadCalls.ts";
import type { BrowserUpload, UploadPhase } from "./browserUpload.ts";
import type { InWorker } from "../openInWorker.ts";
import type { StoredUpload } from "./uploadStorage.ts";
import type { AddedFiles } from "../worker/chosenModel.ts";
import type { ModelSummary } from "../worker/openModel.ts";

/** An upload of this tab. */
export interface UploadEntry {
  view: BrowserUpload;
  stored: Omit<StoredUpload, "ticket"> & Partial<Pick<StoredUpload, "ticket">>;
  /** Holds the files, if they are open. */
  worker?: Worker | undefined;
  /** Stops the run. */
  controller?: AbortController | undefined;
  lastRun?: Promise<void>;
  /** The browser has stored it. */
  isSaved?: boolean;
  /** The token of the link that must be renewed. */
  expiredToken?: string;
  /** Prevents endless renewal of a link that the store refuses for another reason. */
  renewedAt?: number;
}

export interface NewUpload {
  recordId: string;
  title: string;
  model: InWorker<ModelSummary>;
  added?: AddedFiles | undefined;
  correction?: Correction | undefined;
  versionFiles?: UploadedFile[] | undefined;
  handle?: FileSystemHandle | undefined;
}

export function createUploadEntry(
  { recordId, title, model, added, correction, versionFiles, handle }: NewUpload,
  username: string,
): UploadEntry {
  const stored: UploadEntry["stored"] = {
    ...{ username, recordId, title, kind: model.kind, handle, correction },
    versionFiles: versionFiles && listReusableFiles(versionFiles, recordId, correction?.excludedPaths),
    ...{ metadataFile: added?.metadataFile, coverageFile: added?.coverageFile },
    ...{ filesJson: model.filesJson, fileCount: model.fileCount, bytes: model.bytes, leftOutPaths: [] },
  };
  return { view: toUploadView(stored, "preparing"), stored, worker: model.worker };
}

export function endWorker(entry: UploadEntry): void {
  entry.worker?.terminate();
  entry.worker = undefined;
}

export const toUploadView = (
  { recordId, title, kind, handle, fileCount, bytes }: UploadEntry["stored"],
  phase: UploadPhase,
): BrowserUpload => ({
  ...{ recordId, title, kind, phase, prepared: 0, warnings: [], texts: [], paths: [], hasArrived: false },
  ...{ fileCount, bytes },
  hasHandle: handle !== undefined,
});

export const getErrorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
