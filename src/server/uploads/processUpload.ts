import { catalogueUpload, findOpenRecord } from "./catalogueUpload.ts";
import { checkUpload } from "./checkUpload.ts";
import { dropDelivered } from "./dropDelivered.ts";
import { extractUpload } from "./extractUpload.ts";
import { sealUpload } from "./sealUpload.ts";
import { requireClaim, type UploadJob } from "./uploadJob.ts";

export type Stage = "claimed" | "sealed" | "checked" | "extracted" | "catalogued";

/**
 * Brings a claimed upload from its arrival into its record's catalogue. Each stage keeps what it has done, so that
 * after a crash the same call goes on from there. Throws an `UploadFault` or a `ZipFault` when the upload is at
 * fault; anything else may pass.
 *
 * @param reached awaited after each stage; tests stop the work there
 */
export async function processUpload(
  job: UploadJob,
  reached: (stage: Stage) => Promise<void> | void = () => undefined,
): Promise<void> {
  await reached("claimed");
  const { metadata } = await findOpenRecord(job.services.db, job.batch.record_id);
  const zip = await sealUpload(job);
  await reached("sealed");
  const model = await checkUpload(job, zip, metadata);
  await reached("checked");
  const folders = await extractUpload(job, model);
  await reached("extracted");
  // Before the catalogue: a crash in between does it again, while nothing would come back to it afterwards.
  await requireClaim(job);
  await dropDelivered(job.services, job.batch, job.signal);
  await catalogueUpload(job, model, folders);
  await reached("catalogued");
}
