import { Readable } from "node:stream";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { revokeUnfinishedUpload } from "../stores/uploads/uploadLinkStore.ts";
import { incomingBlobPath } from "./blobPaths.ts";
import { deleteIncomingFolder } from "./deleteBlobs.ts";
import { findUploadByAnyToken } from "./uploadToken.ts";

/**
 * Ends an upload that the vendor canceled: its link no longer works, and what arrived of its zip is deleted. Can be
 * repeated, because the storage may fail after the link is revoked.
 *
 * @throws HttpError 401 if the token is unknown; 409 if the zip is being processed or was cataloged
 */
export async function cancelUpload(services: Services, token: string): Promise<void> {
  const upload = await findUploadByAnyToken(services, token);
  if (!(await revokeUnfinishedUpload(services.db, upload.id, services.now())))
    throw new HttpError(409, "The portal has already received this upload, so it cannot be canceled.");
  // A store has no operation that deletes the blocks of an unfinished blob. Replacing the blob deletes them.
  const path = incomingBlobPath(upload);
  if ((await services.storage.getUncommittedBytes(path)) > 0)
    await services.storage.write(path, Readable.from([]));
  await deleteIncomingFolder(services, upload);
}
