import { quoted } from "../../contract/modelFolderFinding.ts";
import { hashStream } from "../processing/hashStream.ts";
import { blobAccess } from "./blobAccess.ts";
import { UploadFault } from "./uploadFault.ts";
import { keepProgress, type SealedZip, type UploadJob } from "./uploadJob.ts";
import { recordFolder, zipPath } from "./uploadPlaces.ts";

/**
 * Copies the zip to where no upload link reaches, so that nobody can change it while it is worked on, and compares
 * the copy's size and SHA-256 with what the script said. What an earlier run has sealed is used as it is. Throws an
 * `UploadFault` when the zip is gone or is not what the script sent.
 */
export async function sealUpload(job: UploadJob): Promise<SealedZip> {
  const { batch, services, signal } = job;
  const path = `${recordFolder(batch.record_id)}/${zipPath(batch)}`;
  const kept = await services.storage.find(path);
  if (kept && kept.size === batch.sealed_size && batch.sealed_sha256 !== null)
    return {
      access: blobAccess(services.storage, kept, signal),
      size: kept.size,
      sha256: batch.sealed_sha256,
    };

  const { size } = await copyOf(job, path);
  const access = blobAccess(services.storage, { path, size }, signal);
  const { sha256 } = await hashStream(await access.read(0, size));
  if (batch.declared_sha256 !== null && sha256 !== batch.declared_sha256) throw new UploadFault(DAMAGED);
  await keepProgress(job, { sealed_size: size, sealed_sha256: sha256 });
  return { access, size, sha256 };
}

const DAMAGED =
  "The zip that arrived is not the zip that the script sent: its checksum differs, so it was damaged or replaced on " +
  "the way. Run the upload script again to send it again.";

async function copyOf({ batch, services, signal }: UploadJob, path: string): Promise<{ size: number }> {
  const source = `${batch.folder}/${batch.blob_name}`;
  const sent = await services.storage.find(source);
  if (!sent)
    throw new UploadFault(
      `The file ${quoted(batch.blob_name)} is no longer where the upload script put it. Run the upload script again.`,
    );
  await services.storage.copy(source, path);
  signal.throwIfAborted();
  const copy = await services.storage.find(path);
  if (!copy) throw new Error(`The copy of ${source} cannot be found`);
  if (batch.declared_size !== null && copy.size !== batch.declared_size)
    throw new UploadFault(
      `The zip that arrived has ${copy.size} bytes, but the script sent ${batch.declared_size}. ` +
        "Run the upload script again to send it again.",
    );
  return copy;
}
