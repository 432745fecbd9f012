import { fault, type Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import type { RandomAccess } from "../../processing/randomAccess.ts";
import type { Services } from "../../services.ts";
import {
  changeClaimed,
  isHeld,
  lockBatch,
  type BatchChange,
  type StoredUpload,
} from "../../stores/uploads/uploadBatchStore.ts";

/** One upload in the hands of the worker that claimed it. */
export interface UploadJob {
  services: Services;
  batch: StoredUpload;
  /** Aborted when the server stops, and when another worker has taken the upload over. */
  signal: AbortSignal;
}

/** The sealed zip of an upload, with what is known of it. */
export interface SealedZip {
  access: RandomAccess;
  size: number;
  sha256: string;
}

/** Another worker has taken the upload over: this one leaves it alone. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Stores how far the upload has come. Throws `LeaseLost` when it is in other hands by now. */
export async function keepProgress(job: UploadJob, change: BatchChange): Promise<void> {
  if (!(await changeClaimed(job.services.db, job.batch, change))) throw new LeaseLost();
}

/**
 * Holds the row of a job's upload until the transaction ends and answers it as it is now. Throws `LeaseLost` when the
 * upload is in other hands by now.
 */
export async function lockClaimed(trx: Services["db"], { batch }: UploadJob): Promise<StoredUpload> {
  const held = await lockBatch(trx, batch.id);
  if (held.claim_number !== batch.claim_number) throw new LeaseLost();
  return held;
}

/** Throws `LeaseLost` when the upload is in other hands by now: asked before what those hands may rely on is replaced. */
export async function requireClaim({ services, batch }: UploadJob): Promise<void> {
  if (!(await isHeld(services.db, batch))) throw new LeaseLost();
}

/** An upload that cannot become part of its record, said in words for the vendor. Trying again would not help. */
export class UploadFault extends Error {
  override readonly name = "UploadFault";
  readonly findings: Finding[];

  constructor(findings: Finding[] | string) {
    const list = typeof findings === "string" ? [fault(findings)] : findings;
    super(list.map(({ text }) => text).join("\n"));
    this.findings = list;
  }
}
