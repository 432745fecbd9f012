import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { checkModelZip } from "../../processing/checkModelZip.ts";
import type { ZipEntry } from "../../../contract/zip/zipDirectory.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "../correction.ts";
import { checkVendorQuota } from "../vendorQuota.ts";
import { saveProgress, UploadRejectedError, type ZipSnapshot, type UploadJob } from "./uploadJob.ts";

export interface CheckedModel extends ZipSnapshot {
  entries: ZipEntry[];
  corrected: CorrectedVersion;
  warnings: Diagnostic[];
}

/** Checks the zip against its record before extraction. @throws UploadRejectedError with all errors at once */
export async function checkUpload(
  job: UploadJob,
  zip: ZipSnapshot,
  metadata: JsonObject,
): Promise<CheckedModel> {
  const { upload, services } = job;
  const references = await loadReferences(services.db);
  const corrected = await loadCorrectedVersion(services.db, upload);
  const record = { recordId: String(upload.record_id), metadata, references, corrected };
  const { entries, diagnostics } = await checkModelZip(zip.access, record);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const extractedSize = entries.reduce((sum, { size }) => sum + size, 0);
  if (upload.checked_at === null)
    errors.push(...(await checkVendorQuota(services, upload.username, extractedSize)));
  if (errors.length > 0) throw new UploadRejectedError(errors);
  if (upload.checked_at === null)
    await saveProgress(job, { checked_at: services.now(), extracted_size: extractedSize });
  return { ...zip, entries, corrected, warnings: diagnostics };
}
