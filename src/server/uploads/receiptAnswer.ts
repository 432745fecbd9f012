import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { StoredBatch } from "../stores/uploads/uploadBatchStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import { stagesOf, timeOf } from "./uploadAnswers.ts";
import { filePath, zipPath } from "./uploadPlaces.ts";

/** Raised when a receipt's form changes in a way that its readers must know of. */
const RECEIPT_VERSION = 1;

export type ManifestRow = Pick<StoredUpload, "path" | "size" | "sha256">;

/**
 * What came of an upload: who sent what, when each stage ended, what was found, and every file with its hash. What
 * was not taken has no place in the store, and no files.
 */
export function receiptAnswer(batch: StoredBatch & { receipt: Bag }, files: ManifestRow[]): Bag {
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
    metadataSha256,
    schemaVersion,
    warnings,
    faults,
    files,
  };
  return encode(schemaOf("upload-receipt"), receipt, "read");
}
