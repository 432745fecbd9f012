import { createHash } from "node:crypto";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { toFeatureCollection } from "../../contract/wire/endpoints.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import type { ConflictingFile } from "../stores/uploads/conflictStore.ts";
import type { ListedResolution } from "../stores/uploads/resolutionStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import {
  fingerprintFiles,
  type ListedFile,
  type ModelFileRow,
  type UploadedZip,
} from "../stores/uploads/modelFileStore.ts";
import type { ZipTransfer } from "./zipTransfer.ts";
import { storedFilePath, storedZipPath } from "./blobPaths.ts";

export const encodeConflicts = (versions: ConflictingFile[]) =>
  toFeatureCollection(versions.map(encodeConflict));

const encodeConflict = (version: ConflictingFile): JsonObject =>
  encode(
    getSchema("upload-conflict"),
    {
      uploadVersion: version.version,
      recordId: String(version.record_id),
      conflictNumber: version.conflict_number,
      filename: version.path,
      uploadId: String(version.id),
      // Keep this spread last: spread first, 20,000 rows take six times as long.
      ...getCommonFields(version),
    },
    "read",
  );

/** `path` is relative to the prefix of the record's download link. */
export const encodeUpload = (zip: UploadedZip): JsonObject =>
  encode(
    getSchema("upload"),
    {
      ...(zip.receipt?.["changes"] as JsonObject | undefined),
      ...getCommonFields(zip),
      uploadVersion: zip.version,
      correctsVersion: zip.corrects_version,
      path: zip.blob_path,
    },
    "read",
  );

/** `path` is relative to the prefix of the record's download link. */
export const encodeFile = (file: ListedFile): JsonObject =>
  encode(
    getSchema("file"),
    {
      path: file.blob_path || storedFilePath(file.upload_id, file.path),
      pathInModel: file.path,
      uploadType: file.kind,
      mimeType: file.mime_type,
      size: file.size,
      sha256: file.sha256,
      archived: file.archived,
      uploadBatchId: file.upload_id,
      uploadId: String(file.id),
    },
    "read",
  );

export const encodeResolution = (
  resolution: ListedResolution & { reversal: "undo" | "redo" | null },
): JsonObject =>
  encode(
    getSchema("resolution"),
    {
      chosen: [],
      archivedFiles: [],
      archivedFileCount: resolution.archived_file_ids.length,
      ...resolution.document,
      id: String(resolution.id),
      username: resolution.username,
      date: formatTime(resolution.resolved_at),
      uploadVersion: resolution.upload_version,
      keptVersion: resolution.kept_version,
      undone: formatTime(resolution.undone_at),
      undoneBy: resolution.undone_by,
      reversal: resolution.reversal,
    },
    "read",
  );

/** A changed schema invalidates earlier ETags. */
const FILE_SCHEMA_HASH = createHash("sha256")
  .update(JSON.stringify(getSchema("file")))
  .digest("base64url")
  .slice(0, 8);

export const computeFilesEtag = async (db: Db, recordId: number, withArchived = false): Promise<string> =>
  `"${await fingerprintFiles(db, recordId)}-${withArchived ? "all" : "current"}-${FILE_SCHEMA_HASH}"`;

type CommonColumns = Pick<
  ModelFileRow,
  "upload_id" | "uploaded_at" | "username" | "archived" | "size" | "sha256"
>;

const getCommonFields = ({ upload_id, uploaded_at, username, archived, size, sha256 }: CommonColumns) => ({
  uploadBatchId: upload_id,
  uploaded: uploaded_at.toISOString(),
  username,
  archived,
  size,
  sha256,
});

export const formatTime = (time: Date | null) => time?.toISOString() ?? null;

/** All times are null without an upload. */
export const encodeProgress = (upload: StoredUpload | undefined): JsonObject =>
  encode(
    getSchema("upload-progress"),
    upload ? { uploadBatchId: upload.id, ...getStageTimes(upload) } : {},
    "read",
  );

export const encodeTransferProgress = (transfer: ZipTransfer): JsonObject =>
  encode(getSchema("upload-progress"), { ...transfer }, "read");

const getStageTimes = (upload: StoredUpload) => ({
  sent: formatTime(upload.sent_at),
  received: formatTime(upload.received_at),
  checked: formatTime(upload.checked_at),
  extracted: formatTime(upload.extracted_at),
  catalogued: formatTime(upload.cataloged_at),
  failed: formatTime(upload.failed_at),
  fault: upload.error_text,
});

const RECEIPT_VERSION = 2;

type ManifestRow = Pick<ModelFileRow, "path" | "size" | "sha256" | "blob_path">;

/** A rejected upload has no stored path and no files. Kept files of a correction include their stored path. */
export function encodeReceipt(
  upload: StoredUpload & { receipt: JsonObject },
  files: ManifestRow[],
  correctsVersion: number | null,
): JsonObject {
  const { metadataSha256, schemaVersion, warnings, faults } = upload.receipt;
  const receipt = {
    ...getStageTimes(upload),
    requested: formatTime(upload.requested_at),
    receiptVersion: RECEIPT_VERSION,
    recordId: String(upload.record_id),
    uploadBatchId: upload.id,
    uploadVersion: upload.version,
    username: upload.username,
    fileName: upload.declared_name ?? upload.blob_name,
    path: upload.cataloged_at && storedZipPath(upload),
    size: upload.snapshot_size ?? upload.declared_size,
    sha256: upload.snapshot_sha256 ?? upload.declared_sha256,
    folder: storedFilePath(upload.id, "").replace(/\/$/, ""),
    correctsVersion,
    metadataSha256,
    schemaVersion,
    warnings,
    faults,
    files: files.map(({ blob_path, ...file }) =>
      blob_path === storedFilePath(upload.id, file.path) ? file : { ...file, stored: blob_path },
    ),
  };
  return encode(getSchema("upload-receipt"), receipt, "read");
}
