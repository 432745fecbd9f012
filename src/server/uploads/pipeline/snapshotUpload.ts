import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { hashStream } from "../../processing/digest.ts";
import { getMimeType } from "../../processing/mimeTypes.ts";
import type { StoredBlob } from "../../storage/blobStorage.ts";
import { updateUpload, type DeclaredZip } from "../../stores/uploads/uploadStore.ts";
import { createBlobAccess } from "../../processing/randomAccess.ts";
import { recordFolder, incomingBlobPath, storedZipPath } from "../blobPaths.ts";
import {
  lockClaimedUpload,
  requireClaim,
  UploadRejectedError,
  type ZipSnapshot,
  type UploadJob,
} from "./uploadJob.ts";

/**
 * No upload link can write to the copy. Reuses the snapshot of an earlier run. @throws UploadRejectedError,
 * LeaseLostError
 */
export async function snapshotUpload(job: UploadJob): Promise<ZipSnapshot> {
  const { upload, services, signal } = job;
  const path = `${recordFolder(upload.record_id)}/${storedZipPath(upload)}`;
  const existing = await services.storage.find(path);
  const knownSha256 = existing?.size === upload.snapshot_size ? upload.snapshot_sha256 : null;
  const { size } = existing && knownSha256 !== null ? existing : await copyIncomingZip(job, path, existing);
  const access = createBlobAccess(services.storage, { path, size }, signal);
  const sha256 = knownSha256 ?? (await hashStream(await access.read(0, size))).sha256;
  await saveSnapshot(job, { size, sha256 });
  return { access, size, sha256 };
}

/** The script may have reported its zip since this job started, so the locked row is compared. */
async function saveSnapshot(job: UploadJob, zip: { size: number; sha256: string }): Promise<void> {
  await job.services.db.transaction().execute(async (trx) => {
    const locked = await lockClaimedUpload(trx, job);
    requireDeclaredZip(locked, zip);
    await updateUpload(trx, locked.id, { snapshot_size: zip.size, snapshot_sha256: zip.sha256 });
  });
}

async function copyIncomingZip(
  job: UploadJob,
  path: string,
  existing: StoredBlob | undefined,
): Promise<{ size: number }> {
  const { upload, services, signal } = job;
  const incomingPath = incomingBlobPath(upload);
  const incoming = await services.storage.find(incomingPath);
  if (!incoming)
    throw new UploadRejectedError(
      `The file ${quoteName(upload.blob_name)} is no longer where the upload script put it. Run the upload script again.`,
    );
  // Another worker may have taken a snapshot while this one stalled: do not replace it.
  await requireClaim(job);
  // Drops the vendor's headers: the content type follows from the name.
  await services.storage.copy(incomingPath, path, getMimeType(path), {
    target: { replaced: existing },
    signal,
  });
  signal.throwIfAborted();
  const copy = await services.storage.find(path);
  if (!copy) throw new Error(`The copy of ${incomingPath} cannot be found`);
  return copy;
}

/** A zip that no script has reported, as when Done found it, is accepted as it is. */
export function requireDeclaredZip(
  { declared_size, declared_sha256 }: DeclaredZip,
  { size, sha256 }: { size: number; sha256: string },
): void {
  if (declared_size !== null && size !== declared_size)
    throw new UploadRejectedError(
      `The zip that arrived has ${size} bytes, but the script sent ${declared_size}. ` +
        "Run the upload script again.",
    );
  if (declared_sha256 !== null && sha256 !== declared_sha256) throw new UploadRejectedError(DAMAGED);
}

const DAMAGED =
  "The zip that arrived is not the zip that the script sent: its checksum differs, so it was damaged or replaced on " +
  "the way. Run the upload script again to send it again.";
