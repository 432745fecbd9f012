import type { ConflictingUpload } from "../../../contract/contestedFiles.ts";

/**
 * The upload that another is compared with: the one asked for, else the one before it. The oldest is compared with the
 * one after it.
 *
 * @param uploads the newest first
 * @param asked the id of an upload; undefined for the one before
 */
export function baselineOf(
  uploads: ConflictingUpload[],
  upload: ConflictingUpload,
  asked: string | undefined,
): ConflictingUpload | undefined {
  const at = uploads.indexOf(upload);
  const wanted = uploads.find(({ uploadBatchId }) => uploadBatchId === asked);
  return wanted && wanted !== upload ? wanted : (uploads[at + 1] ?? uploads[at - 1]);
}
