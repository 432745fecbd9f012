import type { Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import { forgetExtracted } from "../../stores/uploads/catalogueStore.ts";
import { findRecord } from "../../stores/records/recordStore.ts";
import { endClaimed } from "../../stores/uploads/uploadBatchStore.ts";
import { tellFaults } from "./tellVendor.ts";
import { lockClaimed, type UploadJob } from "./uploadJob.ts";

/**
 * Ends an upload that cannot become part of its record: what was extracted of it no longer counts, the vendor is
 * told, the record stays as it is. The zip that was sent stays where it was sent, and the same script may send
 * another. Throws `LeaseLost`, and changes nothing, when the upload is in other hands by now.
 */
export async function failUpload(job: UploadJob, findings: Finding[]): Promise<void> {
  const { batch, services } = job;
  const now = services.now();
  const texts = findings.map(({ text }) => text);
  await services.db.transaction().execute(async (trx) => {
    const held = await lockClaimed(trx, job);
    const record = await findRecord(trx, String(batch.record_id));
    await forgetExtracted(trx, batch.id);
    await tellFaults(trx, held, findings, now, record?.status);
    await endClaimed(trx, held, {
      failed_at: now,
      fault: texts.join("\n"),
      sealed_size: null,
      sealed_sha256: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
  });
}
