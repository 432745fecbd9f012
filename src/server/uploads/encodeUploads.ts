import { createHash } from "node:crypto";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import type { ConflictingFile } from "../stores/uploads/conflictStore.ts";
import type { ListedResolution } from "../stores/uploads/resolutionStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import {
  fingerprintFiles,
  type ListedFile,
  type ModelFileRow,
  type StoredZip,
} from "../stores/uploads/modelFileStore.ts";
import type { ZipTransfer } from "./zipTransfer.ts";
import { storedFilePath, storedZipPath } from "./blobPaths.ts";

/** One version of a contested file, as the calls answer it. */
export const encodeConflict = (version: ConflictingFile): JsonObject =>
  encode(
    getSchema("upload-conflict"),
    {
      uploadVersion: version.version,
      recordId: String(version.record_id),
      conflictNumber: version.conflict_number,
      filename: version.path,
      uploadId: String(version.id),
      // Spread first, twenty thousand rows take six times as long to make.
      ...commonOf(version),
    },
    "read",
  );

/** One uploaded zip, and how its files differ from the upload before it. Its path is relative to the prefix of the record's download link. */
export const encodeUpload = (zip: StoredZip): JsonObject =>
  encode(
    getSchema("upload"),
    {
      ...(zip.receipt?.["changes"] as JsonObject | undefined),
      ...commonOf(zip),
      uploadVersion: zip.version,
      correctsVersion: zip.corrects_version,
      path: zip.blob_path,
    },
    "read",
  );

/** One file or folder of a model. Its path is relative to the prefix of the record's download link. */
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

/** One choice between uploads. */
export const encodeResolution = (resolution: ListedResolution): JsonObject =>
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
    },
    "read",
  );

/** A file's answer has this shape: a release with another field makes every earlier ETag another version. */
const FILE_SHAPE = createHash("sha256")
  .update(JSON.stringify(getSchema("file")))
  .digest("base64url")
  .slice(0, 8);

/** The ETag of the list of a record's files; the same as long as the same files stand. */
export const filesEtag = async (db: Db, recordId: number, withArchived = false): Promise<string> =>
  `"${await fingerprintFiles(db, recordId)}-${withArchived ? "all" : "standing"}-${FILE_SHAPE}"`;

type Common = Pick<ModelFileRow, "upload_id" | "uploaded_at" | "username" | "archived" | "size" | "sha256">;

const commonOf = ({ upload_id, uploaded_at, username, archived, size, sha256 }: Common) => ({
  uploadBatchId: upload_id,
  uploaded: uploaded_at.toISOString(),
  username,
  archived,
  size,
  sha256,
});

/** A time as answers carry it. */
export const formatTime = (time: Date | null) => time?.toISOString() ?? null;

/** How far an upload has come; every time is null when there is none. */
export const encodeProgress = (batch: StoredUpload | undefined): JsonObject =>
  encode(getSchema("upload-progress"), batch ? { uploadBatchId: batch.id, ...stagesOf(batch) } : {}, "read");

/** How much has arrived of an upload that is being sent; it has reached no stage yet. */
export const encodeTransferProgress = (sending: ZipTransfer): JsonObject =>
  encode(getSchema("upload-progress"), { ...sending }, "read");

/** When each stage of an upload ended. */
const stagesOf = (batch: StoredUpload) => ({
  sent: formatTime(batch.sent_at),
  received: formatTime(batch.received_at),
  checked: formatTime(batch.checked_at),
  extracted: formatTime(batch.extracted_at),
  catalogued: formatTime(batch.cataloged_at),
  failed: formatTime(batch.failed_at),
  fault: batch.error_text,
});

/** Raised when a receipt's form changes in a way that its readers must know of. */
const RECEIPT_VERSION = 2;

type ManifestRow = Pick<ModelFileRow, "path" | "size" | "sha256" | "blob_path">;

/**
 * What came of an upload: who sent what, when each stage ended, what was found, and every file with its hash. What
 * was not taken has no place in the store, and no files. Of a correction the whole version is told: what it took over
 * with the place where it is stored.
 */
export function encodeReceipt(
  batch: StoredUpload & { receipt: JsonObject },
  files: ManifestRow[],
  correctsVersion: number | null,
): JsonObject {
  const { metadataSha256, schemaVersion, warnings, faults } = batch.receipt;
  const receipt = {
    ...stagesOf(batch),
    requested: formatTime(batch.requested_at),
    receiptVersion: RECEIPT_VERSION,
    recordId: String(batch.record_id),
    uploadBatchId: batch.id,
    uploadVersion: batch.version,
    username: batch.username,
    fileName: batch.declared_name ?? batch.blob_name,
    path: batch.cataloged_at && storedZipPath(batch),
    size: batch.snapshot_size ?? batch.declared_size,
    sha256: batch.snapshot_sha256 ?? batch.declared_sha256,
    folder: storedFilePath(batch.id, "").replace(/\/$/, ""),
    correctsVersion,
    metadataSha256,
    schemaVersion,
    warnings,
    faults,
    files: files.map(({ blob_path, ...file }) =>
      blob_path === storedFilePath(batch.id, file.path) ? file : { ...file, stored: blob_path },
    ),
  };
  return encode(getSchema("upload-receipt"), receipt, "read");
}
