import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { checkModelZip } from "../../processing/checkModelZip.ts";
import type { ZipEntry } from "../../processing/zipDirectory.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "../correction.ts";
import { saveProgress, UploadRejectedError, type ZipSnapshot, type UploadJob } from "./uploadJob.ts";

/** A sealed zip that holds what a model's zip must hold. */
export interface CheckedModel extends ZipSnapshot {
  entries: ZipEntry[];
  /** The version it takes the rest from, where it is a correction. */
  corrected: CorrectedVersion;
  /** Told to the vendor; they do not stop the upload. */
  warnings: Diagnostic[];
}

/**
 * Checks the zip against its record before anything is unpacked. Throws an `UploadRejectedError` with everything that is
 * wrong, all at once.
 */
export async function checkUpload(
  job: UploadJob,
  zip: ZipSnapshot,
  metadata: JsonObject,
): Promise<CheckedModel> {
  const { batch, services } = job;
  const references = await loadReferences(services.db);
  const corrected = await loadCorrectedVersion(services.db, batch);
  const record = { recordId: String(batch.record_id), metadata, references, corrected };
  const { entries, findings } = await checkModelZip(zip.access, record);
  const faults = findings.filter(({ severity }) => severity === "fault");
  if (faults.length > 0) throw new UploadRejectedError(faults);
  if (batch.checked_at === null) await saveProgress(job, { checked_at: services.now() });
  return { ...zip, entries, corrected, warnings: findings };
}
