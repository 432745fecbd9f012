import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { prepareReporter } from "../../models/makeReport.ts";
import { missedIn, uploadReport } from "../../models/uploadReport.ts";
import { catalogueUpload, findOpenRecord } from "./catalogueUpload.ts";
import { checkUpload, type CheckedModel } from "./checkUpload.ts";
import { openCoverage } from "./coverage.ts";
import { dropDelivered } from "./dropUpload.ts";
import { extractUpload, insideModel } from "./extractUpload.ts";
import { snapshotUpload } from "./snapshotUpload.ts";
import { keepProgress, type UploadJob } from "./uploadJob.ts";

export type Stage = "claimed" | "sealed" | "checked" | "extracted" | "catalogued";

/**
 * Brings a claimed upload from its arrival into its record's catalogue, and then drops the copy that was sent. Each
 * stage keeps what it has done, so that after a crash the same call goes on from there. Throws an `UploadFault` or a
 * `ZipFault` when the upload is at fault, which it can be until it is catalogued; anything else may pass.
 *
 * @param reached awaited after each stage; tests stop the work there
 */
export async function processUpload(
  job: UploadJob,
  reached: (stage: Stage) => Promise<void> | void = () => undefined,
): Promise<void> {
  await reached("claimed");
  if (job.batch.catalogued_at === null) await take(job, reached);
  // Not before the catalogue is kept: an upload refused at the last moment must still lie where it was sent.
  await dropDelivered(job.services, job.batch, job.signal);
  await keepProgress(job, { due_at: null, leased_until: null });
}

async function take(job: UploadJob, reached: (stage: Stage) => Promise<void> | void): Promise<void> {
  const { metadata } = await findOpenRecord(job.services.db, job.batch.record_id);
  const zip = await snapshotUpload(job);
  await reached("sealed");
  const model = await checkUpload(job, zip, metadata);
  await reached("checked");
  const folders = await extractUpload(job, model);
  await reached("extracted");
  prepareReporter();
  // What is looked for in the extracted files only adds warnings: it cannot refuse the upload.
  const coverage = await openCoverage(job, model, metadata);
  const warnings = [...model.warnings, ...coverage.warnings, ...(await missedOf(job, model, coverage.area))];
  await catalogueUpload(job, { ...model, warnings }, folders);
  await reached("catalogued");
}

/**
 * Has the report of an extracted model made and kept, and answers what of it the vendor is told in the thread. None of
 * it stops the upload.
 */
async function missedOf(
  { services, batch, signal }: UploadJob,
  { entries, corrected }: CheckedModel,
  coverage: SpatialExtentArea | undefined,
) {
  const report = await uploadReport(services, batch, { coverage, signal });
  const sent = entries.map(({ path }) => insideModel(path));
  return missedIn(report, corrected, sent);
}
