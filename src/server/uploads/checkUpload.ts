import { schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import { metadataFileName } from "../../contract/modelFolder.ts";
import { folded, segmentsOf } from "../../contract/modelFolderEntry.ts";
import { findFaults } from "../../contract/modelFolderFaults.ts";
import type { Finding } from "../../contract/modelFolderFinding.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import { checkMetadata } from "../processing/metadataCheck.ts";
import { readZipDirectory, type ZipEntry } from "../processing/zipDirectory.ts";
import { UploadFault } from "./uploadFault.ts";
import { keepProgress, type SealedZip, type UploadJob } from "./uploadJob.ts";

/** A sealed zip that holds what a model's zip must hold. */
export interface CheckedModel extends SealedZip {
  entries: ZipEntry[];
  /** Told to the vendor; they do not stop the upload. */
  warnings: Finding[];
}

/**
 * Checks the zip against its record before anything is unpacked: its directory, the layout of the model's folder, and
 * that its metadata file names this record. Throws an `UploadFault` with everything that is wrong, all at once.
 */
export async function checkUpload(job: UploadJob, zip: SealedZip, metadata: Bag): Promise<CheckedModel> {
  const { entries, findings } = await findingsOf(zip, String(job.batch.record_id), metadata);
  const faults = findings.filter(({ severity }) => severity === "fault");
  if (faults.length > 0) throw new UploadFault(faults);
  if (job.batch.checked_at === null) await keepProgress(job, { checked_at: job.services.now() });
  return { ...zip, entries, warnings: findings };
}

async function findingsOf(
  zip: SealedZip,
  recordId: string,
  metadata: Bag,
): Promise<{ entries: ZipEntry[]; findings: Finding[] }> {
  const { entries, faults } = await readZipDirectory(zip.access);
  if (entries.length === 0 && faults.length > 0) return { entries, findings: faults };
  const schema = schemaOf("metadata");
  const expected = {
    identifier: textOf(schema, metadata, "identifier"),
    title: textOf(schema, metadata, "title"),
    recordId,
  };
  const findings = [...faults, ...findFaults(entries, expected)];
  if (faults.length > 0 || !hasMetadataFile(entries, recordId)) return { entries, findings };
  const attribute = { access: zip.access, entries, recordId, identifierAttribute: RECORD_IDENTIFIER };
  const misnamed = await checkMetadata(attribute);
  return { entries, findings: misnamed ? [...findings, misnamed] : findings };
}

/** Where the file is missing or misplaced, the check of the layout has said so. */
const hasMetadataFile = (entries: ZipEntry[], recordId: string) =>
  entries.some(({ path, isDirectory }) => {
    const [, name, ...deeper] = segmentsOf(path);
    return !isDirectory && deeper.length === 0 && folded(name ?? "") === folded(metadataFileName(recordId));
  });
