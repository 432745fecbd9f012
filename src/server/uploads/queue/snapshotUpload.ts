import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { hashStream } from "../../processing/digest.ts";
import { mimeTypeOf } from "../../processing/mimeTypes.ts";
import type { StoredBlob } from "../../storage/blobStorage.ts";
import { updateClaimedUpload, type DeclaredZip } from "../../stores/uploads/uploadStore.ts";
import { blobAccess } from "../../processing/randomAccess.ts";
import { recordFolder, incomingBlobPath, storedZipPath } from "../blobPaths.ts";
import { lockClaimedUpload, requireClaim, UploadRejectedError, type ZipSnapshot, type UploadJob } from "./uploadJob.ts";

/**
 * Copies the zip to where no upload link reaches, so that nobody can change it while it is worked on, and compares
 * the copy's size and SHA-256 with what the script has said by then. What an earlier run has sealed is used as it is.
 * Throws an `UploadRejectedError` when the zip is gone or is not what the script sent, and `LeaseLostError` when the upload is in
 * other hands by now.
 */
export async function snapshotUpload(job: UploadJob): Promise<ZipSnapshot> {
  const { batch, services, signal } = job;
  const path = `${recordFolder(batch.record_id)}/${storedZipPath(batch)}`;
  const kept = await services.storage.find(path);
  const known = kept?.size === batch.snapshot_size ? batch.snapshot_sha256 : null;
  const { size } = kept && known !== null ? kept : await copyOf(job, path, kept);
  const access = blobAccess(services.storage, { path, size }, signal);
  const sha256 = known ?? (await hashStream(await access.read(0, size))).sha256;
  await keepSealed(job, { size, sha256 });
  return { access, size, sha256 };
}

/** The script may have said what it sent since this worker took the upload: what is said now counts. */
async function keepSealed(job: UploadJob, zip: { size: number; sha256: string }): Promise<void> {
  await job.services.db.transaction().execute(async (trx) => {
    const held = await lockClaimedUpload(trx, job);
    requireDeclaredZip(held, zip);
    await updateClaimedUpload(trx, held, { snapshot_size: zip.size, snapshot_sha256: zip.sha256 });
  });
}

async function copyOf(
  job: UploadJob,
  path: string,
  replaced: StoredBlob | undefined,
): Promise<{ size: number }> {
  const { batch, services, signal } = job;
  const source = incomingBlobPath(batch);
  const sent = await services.storage.find(source);
  if (!sent)
    throw new UploadRejectedError(
      `The file ${quoteName(batch.blob_name)} is no longer where the upload script put it. Run the upload script again.`,
    );
  // Another worker may have sealed the upload while this one stalled: what it has sealed since is not replaced.
  await requireClaim(job);
  // The vendor's own headers are left behind: what a browser makes of the zip is for its name to say.
  await services.storage.copy(source, path, mimeTypeOf(path), { replaced });
  signal.throwIfAborted();
  const copy = await services.storage.find(path);
  if (!copy) throw new Error(`The copy of ${source} cannot be found`);
  return copy;
}

/**
 * Throws an `UploadRejectedError` when the zip that arrived is not the one that the script says it sent. An upload of which
 * the script has said nothing, as when Done found it, is taken as it arrived.
 */
export function requireDeclaredZip(
  { declared_size, declared_sha256 }: DeclaredZip,
  { size, sha256 }: { size: number; sha256: string },
): void {
  if (declared_size !== null && size !== declared_size)
    throw new UploadRejectedError(
      `The zip that arrived has ${size} bytes, but the script sent ${declared_size}. ` +
        "Run the upload script again to send it again.",
    );
  if (declared_sha256 !== null && sha256 !== declared_sha256) throw new UploadRejectedError(DAMAGED);
}

const DAMAGED =
  "The zip that arrived is not the zip that the script sent: its checksum differs, so it was damaged or replaced on " +
  "the way. Run the upload script again to send it again.";
