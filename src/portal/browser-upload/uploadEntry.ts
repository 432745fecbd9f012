import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { listReusableFiles } from "../../contract/uploads/correction.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { BrowserUpload, UploadPhase } from "./browserUpload.ts";
import type { AddedFiles, ChosenModel } from "./chosenModel.ts";
import type { StoredUpload } from "./uploadStorage.ts";

/** An upload of this tab. */
export interface UploadEntry {
  view: BrowserUpload;
  stored: Omit<StoredUpload, "ticket"> & Partial<Pick<StoredUpload, "ticket">>;
  chosen?: ChosenModel | undefined;
  /** Ends the running worker. */
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
  chosen: ChosenModel;
  added?: AddedFiles | undefined;
  correction?: Correction | undefined;
  versionFiles?: UploadedFile[] | undefined;
  handle?: FileSystemHandle | undefined;
}

export function createUploadEntry(
  { recordId, title, chosen, added, correction, versionFiles, handle }: NewUpload,
  username: string,
): UploadEntry {
  const stored: UploadEntry["stored"] = {
    ...{ username, recordId, title, kind: chosen.kind, handle, correction },
    versionFiles: versionFiles && listReusableFiles(versionFiles, recordId, correction?.excludedPaths),
    ...{ metadataFile: added?.metadataFile, coverageFile: added?.coverageFile },
    ...{ files: chosen.files, fileCount: chosen.fileCount, bytes: chosen.bytes, leftOutPaths: [] },
  };
  return { view: toUploadView(stored, "queued"), stored, chosen };
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
