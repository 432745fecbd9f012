import { warning, type Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import { uploadReport } from "../../models/uploadReport.ts";
import type { UploadJob } from "./uploadJob.ts";

/**
 * Has the report of an extracted model made and kept, and answers what of it the vendor is told in the thread: what
 * the model cannot be opened or run without. None of it stops the upload.
 */
export async function reportModel({ services, batch, signal }: UploadJob): Promise<Finding[]> {
  const report = await uploadReport(services, batch, signal);
  const missing = report?.findings.filter(({ severity }) => severity === "missing") ?? [];
  return missing.map(({ text, path }) => warning(text, path));
}
