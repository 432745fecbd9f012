import { useMemo } from "react";
import {
  listFilesToDecide,
  type FileToDecide,
  type UploadFileVersion,
} from "../../../contract/conflicts/resolveConflicts.ts";
import { isMetadataFile } from "../../../contract/model-folder/modelFolderNames.ts";
import type { StoredFile, Upload, UploadConflict } from "../../../contract/generated/entities.ts";
import type { RecordConflicts } from "../../providers/calls/recordCalls.ts";
import {
  compareUploadsNewestFirst,
  useRecordConflicts,
  useRecordUploads,
  useCurrentFiles,
} from "../../providers/recordQueries.ts";
import { resolvePathsInModel, isFolder } from "../../ui/modelPaths.ts";

/** Other services may not list uploads; then only the fields that conflicts contain are known. */
export type ConflictUpload = Pick<Upload, "uploadBatchId" | "uploaded" | "username" | "uploadVersion"> &
  Partial<Upload>;

export interface ConflictOverview {
  conflicts: RecordConflicts;
  /** The current uploads, newest first. */
  uploads: ConflictUpload[];
}

export interface FilesToDecide {
  currentFiles: UploadFileVersion[];
  files: FileToDecide<UploadFileVersion>[];
  filesEtag: string | undefined;
}

const NO_UPLOADS: never[] = [];

/** Undefined while loading. */
export function useConflictOverview(recordId: string): ConflictOverview | undefined {
  const { data: conflicts } = useRecordConflicts(recordId);
  const { data: listedUploads = NO_UPLOADS } = useRecordUploads(recordId);
  return useMemo(
    () => conflicts && { conflicts, uploads: mergeUploads(listedUploads, conflicts.versions) },
    [listedUploads, conflicts],
  );
}

/** Undefined while disabled or loading. */
export function useFilesToDecide(
  recordId: string,
  overview: ConflictOverview | undefined,
  isEnabled: boolean,
): FilesToDecide | undefined {
  const { data } = useCurrentFiles(recordId);
  return useMemo(() => {
    if (!isEnabled || !overview || !data) return undefined;
    const { conflicts, uploads } = overview;
    const { etag: filesEtag } = data;
    if (uploads.length < 2) return { currentFiles: [], files: [], filesEtag };
    const currentFiles = listCurrentModelFiles(data.files, conflicts.versions);
    const ids = uploads.map(({ uploadBatchId }) => uploadBatchId);
    // The metadata file of the newest upload replaces the others.
    const files = listFilesToDecide(currentFiles, ids).filter(
      ({ path, decisionReason }) => decisionReason === "contested" || !isMetadataFile(path, recordId),
    );
    return { currentFiles, files, filesEtag };
  }, [recordId, isEnabled, overview, data]);
}

function mergeUploads(listedUploads: Upload[], conflicts: UploadConflict[]): ConflictUpload[] {
  const uploads = new Map<string, ConflictUpload>();
  for (const { uploadBatchId, uploaded, username, uploadVersion } of conflicts)
    uploads.set(uploadBatchId, {
      uploadBatchId,
      uploaded,
      username,
      ...(uploadVersion && { uploadVersion }),
    });
  // Other services may list zips without an upload_batch_id.
  for (const upload of listedUploads)
    if (!upload.archived && upload.uploadBatchId) uploads.set(upload.uploadBatchId, upload);
  return [...uploads.values()].sort(compareUploadsNewestFirst);
}

function listCurrentModelFiles(files: StoredFile[], conflicts: UploadConflict[]): UploadFileVersion[] {
  const currentFiles = new Map<string, UploadFileVersion>();
  for (const { uploadId, uploadBatchId, filename: path, size = 0, sha256 = uploadId } of conflicts)
    currentFiles.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  for (const { row, path } of resolvePathsInModel(files)) {
    const { uploadId, uploadBatchId, size, sha256 } = row;
    if (uploadId && !isFolder(row))
      currentFiles.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  }
  return [...currentFiles.values()];
}
