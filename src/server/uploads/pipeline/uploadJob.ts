import { createError, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { LeaseLostError, type RunningJob } from "../../jobs/jobHandler.ts";
import type { RandomAccess } from "../../processing/randomAccess.ts";
import type { Services } from "../../services.ts";
import { isClaimCurrent, lockClaimedJob } from "../../stores/jobStore.ts";
import {
  lockUpload,
  updateClaimedUpload,
  type StoredUpload,
  type UploadChange,
} from "../../stores/uploads/uploadStore.ts";

export interface UploadJob extends RunningJob {
  services: Services;
  upload: StoredUpload;
}

export interface ZipSnapshot {
  access: RandomAccess;
  size: number;
  sha256: string;
}

/** @throws LeaseLostError if another worker has claimed the upload */
export async function saveProgress({ services, claim }: UploadJob, change: UploadChange): Promise<void> {
  if (!(await updateClaimedUpload(services.db, claim, change))) throw new LeaseLostError();
}

/** @throws LeaseLostError if another worker has claimed the upload */
export async function lockClaimedUpload(
  trx: Services["db"],
  { claim, upload }: UploadJob,
): Promise<StoredUpload> {
  if (!(await lockClaimedJob(trx, claim))) throw new LeaseLostError();
  return lockUpload(trx, upload.id);
}

/** Call before replacing what a new worker may rely on. @throws LeaseLostError */
export async function requireClaim({ services, claim }: UploadJob): Promise<void> {
  if (!(await isClaimCurrent(services.db, claim))) throw new LeaseLostError();
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
