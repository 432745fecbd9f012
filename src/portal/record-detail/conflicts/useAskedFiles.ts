import { useMemo } from "react";
import { askedFiles, type AskedFile, type ModelFile } from "../../../contract/conflicts/conflictOutcome.ts";
import type { Upload, UploadConflict } from "../../../contract/generated/entities.ts";
import { useRecordConflicts } from "../../providers/useRecordConflicts.ts";
import { insideModel, isFolder } from "../../ui/insideModel.ts";
import { useUploadedFiles } from "../FilesCard.tsx";

/** One upload to choose from; what only the list of uploads says is missing where they are not listed. */
export type SentUpload = Pick<Upload, "uploadBatchId" | "uploaded" | "username" | "uploadVersion"> &
  Partial<Upload>;

/** What there is to choose between a record's uploads. */
export interface Asked {
  /** The conflicts that the services tell of. */
  conflicts: UploadConflict[];
  /** The uploads that stand, the newest first. */
  uploads: SentUpload[];
  /** Every file that stands. */
  standing: ModelFile[];
  /** The files on which the uploads do not agree. */
  files: AskedFile<ModelFile>[];
  /** The ETag of the list of files that stand. */
  seen: string | undefined;
}

const NONE: never[] = [];

/** The uploads of a record that stand, and the files on which they do not agree. */
export function useAskedFiles(recordId: string): Asked {
  const { data: conflicts = NONE } = useRecordConflicts(recordId);
  const { data: uploaded } = useUploadedFiles(recordId);
  return useMemo(() => {
    const uploads = sentUploads(uploaded?.uploads ?? NONE, conflicts);
    const seen = uploaded?.etag;
    // A model of one upload has nothing to ask, however many files it is of.
    if (uploads.length < 2) return { conflicts, uploads, standing: [], files: [], seen };
    const standing = standingFiles(uploaded?.files ?? NONE, conflicts);
    const ids = uploads.map(({ uploadBatchId }) => uploadBatchId);
    return { conflicts, uploads, standing, files: askedFiles(standing, ids), seen };
  }, [uploaded, conflicts]);
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
  for (const upload of listed) if (!upload.archived) uploads.set(upload.uploadBatchId, upload);
  return [...uploads.values()].sort(
    (a, b) => (b.uploadVersion ?? 0) - (a.uploadVersion ?? 0) || b.uploaded.localeCompare(a.uploaded),
  );
}

/** Every file that can be chosen by its id. */
function standingFiles(
  files: NonNullable<ReturnType<typeof useUploadedFiles>["data"]>["files"],
  conflicts: UploadConflict[],
): ModelFile[] {
  const standing = new Map<string, ModelFile>();
  for (const { uploadId, uploadBatchId, filename: path, size = 0, sha256 = uploadId } of conflicts)
    standing.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  for (const { row, path } of insideModel(files)) {
    const { uploadId, uploadBatchId, size, sha256 } = row;
    if (uploadId && !isFolder(row)) standing.set(uploadId, { uploadId, uploadBatchId, path, size, sha256 });
  }
  return [...standing.values()];
}
