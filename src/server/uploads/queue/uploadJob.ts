import { createError, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { RandomAccess } from "../../processing/randomAccess.ts";
import type { Services } from "../../services.ts";
import {
  updateClaimedUpload,
  isClaimCurrent,
  lockUpload,
  type UploadChange,
  type StoredUpload,
} from "../../stores/uploads/uploadStore.ts";

export interface UploadJob {
  services: Services;
  upload: StoredUpload;
  /** Aborted when the server stops or the lease is lost. */
  signal: AbortSignal;
  /** Lets the worker start the next job while this one waits. */
  releaseWorker: () => void;
}

export interface ZipSnapshot {
  access: RandomAccess;
  size: number;
  sha256: string;
}

export class LeaseLostError extends Error {
  override readonly name = "LeaseLost";
}

/** @throws LeaseLostError if another worker has claimed the upload */
export async function saveProgress(job: UploadJob, change: UploadChange): Promise<void> {
  if (!(await updateClaimedUpload(job.services.db, job.upload, change))) throw new LeaseLostError();
}

/** @throws LeaseLostError if another worker has claimed the upload */
export async function lockClaimedUpload(trx: Services["db"], { upload }: UploadJob): Promise<StoredUpload> {
  const locked = await lockUpload(trx, upload.id);
  if (locked.claim_number !== upload.claim_number) throw new LeaseLostError();
  return locked;
}

/** Call before replacing what a new worker may rely on. @throws LeaseLostError */
export async function requireClaim({ services, upload }: UploadJob): Promise<void> {
  if (!(await isClaimCurrent(services.db, upload))) throw new LeaseLostError();
}

export class UploadRejectedError extends Error {
  override readonly name = "UploadFault";
  readonly diagnostics: Diagnostic[];

  constructor(diagnostics: Diagnostic[] | string) {
    const list = typeof diagnostics === "string" ? [createError(diagnostics)] : diagnostics;
    super(list.map(({ text }) => text).join("\n"));
    this.diagnostics = list;
  }
}
