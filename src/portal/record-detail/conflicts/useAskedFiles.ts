import { useMemo } from "react";
import { askedFiles, type AskedFile, type ModelFile } from "../../../contract/conflicts/conflictOutcome.ts";
import type { StoredFile, Upload, UploadConflict } from "../../../contract/generated/entities.ts";
import type { RecordConflicts } from "../../providers/calls/recordCalls.ts";
import {
  newestFirst,
  useRecordConflicts,
  useRecordUploads,
  useStandingFiles,
} from "../../providers/recordQueries.ts";
import { insideModel, isFolder } from "../../ui/insideModel.ts";

/** One upload to choose from; what only the list of uploads says is missing where they are not listed. */
export type SentUpload = Pick<Upload, "uploadBatchId" | "uploaded" | "username" | "uploadVersion"> &
  Partial<Upload>;

/** What a record's uploads differ in, without the files. */
export interface Differing {
  conflicts: RecordConflicts;
  /** The uploads that stand, the newest first. */
  uploads: SentUpload[];
}

/** What there is to choose between a record's uploads, file by file. */
export interface Asked {
  /** Every file that stands. */
  standing: ModelFile[];
  /** The files on which the uploads do not agree. */
  files: AskedFile<ModelFile>[];
  /** The ETag of the list of files that stand. */
  seen: string | undefined;
}

const NONE: never[] = [];

/** The uploads of a record that stand, and in how many files they do not agree; undefined until that is known. */
export function useDiffering(recordId: string): Differing | undefined {
  const { data: conflicts } = useRecordConflicts(recordId);
  const { data: listed = NONE } = useRecordUploads(recordId);
  return useMemo(
    () => conflicts && { conflicts, uploads: sentUploads(listed, conflicts.versions) },
    [listed, conflicts],
  );
}

/** The files on which uploads do not agree; undefined until they are known, and while nobody wants them. */
export function useAskedFiles(
  recordId: string,
  differing: Differing | undefined,
  isWanted: boolean,
): Asked | undefined {
  const { data: found } = useStandingFiles(recordId);
  return useMemo(() => {
    if (!isWanted || !differing || !found) return undefined;
    const { conflicts, uploads } = differing;
    const seen = found.etag;
    // A model of one upload has nothing to ask, however many files it is of.
    if (uploads.length < 2) return { standing: [], files: [], seen };
    const standing = standingFiles(found.files, conflicts.versions);
    const ids = uploads.map(({ uploadBatchId }) => uploadBatchId);
    return { standing, files: askedFiles(standing, ids), seen };
  }, [isWanted, differing, found]);
}

/** Those that the services list, and those of which only conflicts tell. */
function sentUploads(listed: Upload[], conflicts: UploadConflict[]): SentUpload[] {
  const uploads = new Map<string, SentUpload>();
  for (const { uploadBatchId, uploaded, username, uploadVersion } of conflicts)
    uploads.set(uploadBatchId, {
      uploadBatchId,
      uploaded,
      username,
      ...(uploadVersion && { uploadVersion }),
    });
  // Other services may list zips without saying which upload each was.
  for (const upload of listed)
    if (!upload.archived && upload.uploadBatchId) uploads.set(upload.uploadBatchId, upload);
  return [...uploads.values()].sort(newestFirst);
}

/** Every file that can be chosen by its id. */
function standingFiles(files: StoredFile[], conflicts: UploadConflict[]): ModelFile[] {
  const standing = new Map<string, ModelFile>();
  for (const { uploadId, uploadBatchId, filename: path, size = 0, sha256 = uploadId } of conflicts)
    standing.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  for (const { row, path } of insideModel(files)) {
    const { uploadId, uploadBatchId, size, sha256 } = row;
    if (uploadId && !isFolder(row)) standing.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  }
  return [...standing.values()];
}
