import { createHash } from "node:crypto";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import type { ConflictingVersion } from "../stores/uploads/conflictStore.ts";
import type { ToldResolution } from "../stores/uploads/resolutionStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadBatchStore.ts";
import {
  versionOfFiles,
  type ListedFile,
  type ModelFileRow,
  type StoredZip,
} from "../stores/uploads/uploadStore.ts";
import type { SendingZip } from "./sendingZip.ts";
import { filePath, zipPath } from "./uploadPlaces.ts";

/** One version of a contested file, as the calls answer it. */
export const conflictAnswer = (version: ConflictingVersion): JsonObject =>
  encode(
    schemaOf("upload-conflict"),
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
export const zipAnswer = (zip: StoredZip): JsonObject =>
  encode(
    schemaOf("upload"),
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
export const fileAnswer = (file: ListedFile): JsonObject =>
  encode(
    schemaOf("file"),
    {
      path: file.blob_path || filePath(file.upload_id, file.path),
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
export const resolutionAnswer = (resolution: ToldResolution): JsonObject =>
  encode(
    schemaOf("resolution"),
    {
      chosen: [],
      archivedFiles: [],
      archivedFileCount: resolution.archived_file_ids.length,
      ...resolution.document,
      id: String(resolution.id),
      username: resolution.username,
      date: timeOf(resolution.resolved_at),
      uploadVersion: resolution.upload_version,
      keptVersion: resolution.kept_version,
      undone: timeOf(resolution.undone_at),
      undoneBy: resolution.undone_by,
    },
    "read",
  );

/** A file's answer has this shape: a release with another field makes every earlier ETag another version. */
const FILE_SHAPE = createHash("sha256")
  .update(JSON.stringify(schemaOf("file")))
  .digest("base64url")
  .slice(0, 8);

/** The ETag of the list of a record's files; the same as long as the same files stand. */
export const filesEtag = async (db: Db, recordId: number, withArchived = false): Promise<string> =>
  `"${await versionOfFiles(db, recordId)}-${withArchived ? "all" : "standing"}-${FILE_SHAPE}"`;

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
export const timeOf = (time: Date | null) => time?.toISOString() ?? null;

/** How far an upload has come; every time is null when there is none. */
export const progressAnswer = (batch: StoredUpload | undefined): JsonObject =>
  encode(schemaOf("upload-progress"), batch ? { uploadBatchId: batch.id, ...stagesOf(batch) } : {}, "read");

/** How much has arrived of an upload that is being sent; it has reached no stage yet. */
export const sendingAnswer = (sending: SendingZip): JsonObject =>
  encode(schemaOf("upload-progress"), { ...sending }, "read");

/** When each stage of an upload ended. */
const stagesOf = (batch: StoredUpload) => ({
  sent: timeOf(batch.sent_at),
  received: timeOf(batch.received_at),
  checked: timeOf(batch.checked_at),
  extracted: timeOf(batch.extracted_at),
  catalogued: timeOf(batch.cataloged_at),
  failed: timeOf(batch.failed_at),
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
export function receiptAnswer(
  batch: StoredUpload & { receipt: JsonObject },
  files: ManifestRow[],
  correctsVersion: number | null,
): JsonObject {
  const { metadataSha256, schemaVersion, warnings, faults } = batch.receipt;
  const receipt = {
    ...stagesOf(batch),
    requested: timeOf(batch.requested_at),
    receiptVersion: RECEIPT_VERSION,
    recordId: String(batch.record_id),
    uploadBatchId: batch.id,
    uploadVersion: batch.version,
    username: batch.username,
    fileName: batch.declared_name ?? batch.blob_name,
    path: batch.cataloged_at && zipPath(batch),
    size: batch.snapshot_size ?? batch.declared_size,
    sha256: batch.snapshot_sha256 ?? batch.declared_sha256,
    folder: filePath(batch.id, "").replace(/\/$/, ""),
    correctsVersion,
    metadataSha256,
    schemaVersion,
    warnings,
    faults,
    files: files.map(({ blob_path, ...file }) =>
      blob_path === filePath(batch.id, file.path) ? file : { ...file, stored: blob_path },
    ),
  };
  return encode(schemaOf("upload-receipt"), receipt, "read");
}
