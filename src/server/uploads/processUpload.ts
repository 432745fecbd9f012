import { catalogueUpload, findOpenRecord } from "./catalogueUpload.ts";
import { checkUpload } from "./checkUpload.ts";
import { extractUpload } from "./extractUpload.ts";
import { sealUpload } from "./sealUpload.ts";
import type { UploadJob } from "./uploadJob.ts";

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
  await catalogueUpload(job, model, folders);
  await reached("catalogued");
}
