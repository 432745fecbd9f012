import type { UploadConflict } from "./generated/entities.ts";
import { groupBy } from "./groupBy.ts";

/** One file of which several uploads brought different versions. */
export interface ContestedFile {
  conflictNumber: number;
  filename: string;
  /** The newest first. */
  versions: UploadConflict[];
}

/** One upload that holds a version of at least one contested file. */
export interface ConflictingUpload {
  uploadBatchId: string;
  /** Undefined where the services do not number versions. */
  uploadVersion: number | undefined;
  uploaded: string;
  username: string;
  /** Its versions of contested files. */
  versions: UploadConflict[];
}

/** The files between whose versions somebody has to choose, by their path. */
export function contestedFiles(conflicts: UploadConflict[]): ContestedFile[] {
  return [...groupBy(conflicts, ({ conflictNumber }) => conflictNumber)]
    .map(([conflictNumber, versions]) => ({
      conflictNumber,
      filename: versions[0]?.filename ?? "",
      versions: versions.toSorted(newestFirst),
    }))
    .toSorted((a, b) => inOrder(a.filename, b.filename) || a.conflictNumber - b.conflictNumber);
}

/** The uploads that contradict each other, the newest first. */
export function conflictingUploads(conflicts: UploadConflict[]): ConflictingUpload[] {
  return [...groupBy(conflicts, ({ uploadBatchId }) => uploadBatchId)]
    .map(([uploadBatchId, versions]) => ({
      uploadBatchId,
      uploadVersion: versions[0]?.uploadVersion ?? undefined,
      uploaded: versions[0]?.uploaded ?? "",
      username: versions[0]?.username ?? "",
      versions,
    }))
    .toSorted((a, b) => inOrder(b.uploaded, a.uploaded) || inOrder(b.uploadBatchId, a.uploadBatchId));
}

/** Ids grow: of two versions of one moment, the longer or larger id came later. */
const newestFirst = (a: UploadConflict, b: UploadConflict) =>
  inOrder(b.uploaded, a.uploaded) || b.uploadId.length - a.uploadId.length || inOrder(b.uploadId, a.uploadId);

const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
