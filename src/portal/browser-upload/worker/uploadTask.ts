import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";

/** A file or folder of the zip, in the order of the zip. */
export interface TaskMember {
  path: string;
  size: number;
  /** Epoch milliseconds. */
  modified: number;
  /** Missing for a folder. */
  content?: Blob | undefined;
  /** Known from an earlier run, if the file's size and time are the same. */
  crc32?: number | undefined;
}

/** What the worker sends. Either `members`, which it zips, or a `zip`. */
export interface UploadTask {
  members: TaskMember[];
  zip?: Blob | undefined;
  /** Of the version to correct: files with the same content are not sent. */
  versionFiles?: UploadedFile[] | undefined;
  fileName: string;
  /** With the SAS token. */
  blobUrl: string;
  uploadToken: string;
  /** URLs of the calls with the upload token. */
  checkUrl: string;
  completeUrl: string;
  /** The zip was reported before: the run only waits for the result and needs no files. */
  hasArrived?: boolean | undefined;
}

export type ProcessingStage = "hashing" | "checking" | "extracting" | "cataloguing" | "catalogued";

/** Events of a run. `arrived` is followed by `processing` events; the last event is one of UploadEnd. */
export type UploadEvent =
  | { type: "preparing"; bytes: number; totalBytes: number }
  | { type: "checksums"; checksums: Map<string, number> }
  | {
      type: "prepared";
      /** What will be sent. */
      fileCount: number;
      bytes: number;
      unchangedFileCount: number;
    }
  | { type: "prechecking" }
  | { type: "warnings"; texts: string[] }
  | { type: "sending"; files: number; bytes: number; totalBytes: number; sentBytes: number }
  | { type: "waiting"; reason: string | undefined }
  | { type: "arrived" }
  | { type: "processing"; stage: ProcessingStage }
  | UploadEnd;

export type UploadEnd =
  | { type: "done"; messages: string[] }
  /** Before or after sending. */
  | { type: "rejected"; errors: string[]; hasArrived: boolean }
  | { type: "unreadable"; paths: string[] }
  | { type: "changed"; paths: string[] }
  | { type: "link expired"; message: string }
  | { type: "failed"; message: string };
