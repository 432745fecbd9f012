import type { Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { checkModelZip } from "../../processing/checkModelZip.ts";
import type { ZipEntry } from "../../processing/zipDirectory.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { correctedBy, type CorrectedVersion } from "../correction.ts";
import { keepProgress, UploadFault, type SealedZip, type UploadJob } from "./uploadJob.ts";

/** A sealed zip that holds what a model's zip must hold. */
export interface CheckedModel extends SealedZip {
  entries: ZipEntry[];
  /** The version it takes the rest from, where it is a correction. */
  corrected: CorrectedVersion;
  /** Told to the vendor; they do not stop the upload. */
  warnings: Finding[];
}

/**
 * Checks the zip against its record before anything is unpacked. Throws an `UploadFault` with everything that is
 * wrong, all at once.
 */
export async function checkUpload(
  job: UploadJob,
  zip: SealedZip,
  metadata: JsonObject,
): Promise<CheckedModel> {
  const { batch, services } = job;
  const references = await loadReferences(services.db);
  const corrected = await correctedBy(services.db, batch);
  const record = { recordId: String(batch.record_id), metadata, references, corrected };
  const { entries, findings } = await checkModelZip(zip.access, record);
  const faults = findings.filter(({ severity }) => severity === "fault");
  if (faults.length > 0) throw new UploadFault(faults);
  if (batch.checked_at === null) await keepProgress(job, { checked_at: services.now() });
  return { ...zip, entries, corrected, warnings: findings };
}
