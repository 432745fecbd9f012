import type { Finding } from "../../contract/modelFolderFinding.ts";
import { forgetExtracted } from "../stores/extractedFileStore.ts";
import { findRecord } from "../stores/recordStore.ts";
import { changeClaimed, lockBatch } from "../stores/uploadBatchStore.ts";
import { removeFolder } from "./removeFolder.ts";
import { tellFaults } from "./tellVendor.ts";
import { LeaseLost, type UploadJob } from "./uploadJob.ts";
import { batchFolder } from "./uploadPlaces.ts";

/**
 * Ends an upload that cannot become part of its record: what was made of it is removed, the vendor is told, the
 * record stays as it is. The zip that was sent stays where it was sent, and the same script may send another.
 */
export async function failUpload({ batch, services, signal }: UploadJob, findings: Finding[]): Promise<void> {
  const { db, storage } = services;
  // First the files: once the upload is ended, the script may send it anew and another worker may store into this folder.
  await removeFolder(storage, batchFolder(batch), signal);
  const now = services.now();
  const texts = findings.map(({ text }) => text);
  await db.transaction().execute(async (trx) => {
    const held = await lockBatch(trx, batch.id);
    if (held.attempts !== batch.attempts) throw new LeaseLost();
    const record = await findRecord(trx, String(batch.record_id));
    await forgetExtracted(trx, batch.id);
    await tellFaults(trx, held, findings, now, record?.status);
    await changeClaimed(trx, held, {
      failed_at: now,
      fault: texts.join("\n"),
      sealed_size: null,
      sealed_sha256: null,
      due_at: null,
      leased_until: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
  });
}
