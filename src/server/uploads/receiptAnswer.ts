import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { StoredBatch } from "../stores/uploads/uploadBatchStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import { stagesOf, timeOf } from "./uploadAnswers.ts";
import { filePath, zipPath } from "./uploadPlaces.ts";

/** Raised when a receipt's form changes in a way that its readers must know of. */
const RECEIPT_VERSION = 2;

export type ManifestRow = Pick<StoredUpload, "path" | "size" | "sha256" | "blob_path">;

/**
 * What came of an upload: who sent what, when each stage ended, what was found, and every file with its hash. What
 * was not taken has no place in the store, and no files. Of a correction the whole version is told: what it took over
 * with the place where it is stored.
 */
export function receiptAnswer(
  batch: StoredBatch & { receipt: Bag },
  files: ManifestRow[],
  correctsVersion: number | null,
): Bag {
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
    path: batch.catalogued_at && zipPath(batch),
    size: batch.sealed_size ?? batch.declared_size,
    sha256: batch.sealed_sha256 ?? batch.declared_sha256,
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
