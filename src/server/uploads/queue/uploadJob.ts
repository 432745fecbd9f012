import { createError, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { RandomAccess } from "../../processing/randomAccess.ts";
import type { Services } from "../../services.ts";
import {
  updateClaimedUpload,
  isHeld,
  lockUpload,
  type UploadChange,
  type StoredUpload,
} from "../../stores/uploads/uploadStore.ts";

/** One upload in the hands of the worker that claimed it. */
export interface UploadJob {
  services: Services;
  batch: StoredUpload;
  /** Aborted when the server stops, and when another worker has taken the upload over. */
  signal: AbortSignal;
}

/** The sealed zip of an upload, with what is known of it. */
export interface ZipSnapshot {
  access: RandomAccess;
  size: number;
  sha256: string;
}

/** Another worker has taken the upload over: this one leaves it alone. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLost";
}

/** Stores how far the upload has come. Throws `LeaseLostError` when it is in other hands by now. */
export async function saveProgress(job: UploadJob, change: UploadChange): Promise<void> {
  if (!(await updateClaimedUpload(job.services.db, job.batch, change))) throw new LeaseLostError();
}

/**
 * Holds the row of a job's upload until the transaction ends and answers it as it is now. Throws `LeaseLostError` when the
 * upload is in other hands by now.
 */
export async function lockClaimedUpload(trx: Services["db"], { batch }: UploadJob): Promise<StoredUpload> {
  const held = await lockUpload(trx, batch.id);
  if (held.claim_number !== batch.claim_number) throw new LeaseLostError();
  return held;
}

/** Throws `LeaseLostError` when the upload is in other hands by now: asked before what those hands may rely on is replaced. */
export async function requireClaim({ services, batch }: UploadJob): Promise<void> {
  if (!(await isHeld(services.db, batch))) throw new LeaseLostError();
}

/** An upload that cannot become part of its record, said in words for the vendor. Trying again would not help. */
export class UploadRejectedError extends Error {
  override readonly name = "UploadFault";
  readonly findings: Diagnostic[];

  constructor(findings: Diagnostic[] | string) {
    const list = typeof findings === "string" ? [createError(findings)] : findings;
    super(list.map(({ text }) => text).join("\n"));
    this.findings = list;
  }
}
