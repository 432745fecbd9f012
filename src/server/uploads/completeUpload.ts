import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { StoredBlob } from "../storage/blobStorage.ts";
import {
  setDeclaredZip,
  lockUpload,
  enqueueUpload,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { incomingBlobPath } from "./blobPaths.ts";
import { findUploadByToken, findUploadOfValidToken, requireNotRevoked } from "./uploadToken.ts";

export interface ZipReport {
  fileName: string;
  size: number;
  sha256: string;
}

/**
 * Handles the last step of an upload script. Repeating a report is no error, because a response can get lost. A
 * rejected zip is processed again only if it was sent again.
 *
 * @throws HttpError 401 for an invalid token; 409 if the zip is missing, differs in size, or another one was reported
 */
export async function completeUpload(services: Services, token: string, report: ZipReport): Promise<void> {
  const { db, now, storage } = services;
  // A report of a received zip is answered also after the link has expired.
  if (isDuplicateReport(await findUploadByToken(services, token), report)) return;
  const upload = await findUploadOfValidToken(services, token);
  const incoming = await storage.find(incomingBlobPath(upload));
  await db.transaction().execute(async (trx) => {
    const locked = await lockUpload(trx, upload.id);
    // The vendor may have canceled the upload since the token was checked.
    await requireNotRevoked(trx, locked);
    if (isDuplicateReport(locked, report)) return;
    const declaredZip = {
      declared_name: report.fileName,
      declared_size: report.size,
      declared_sha256: report.sha256.toLowerCase(),
    };
    // A 409 would not stop the processing that Done has started; comparing with the stored report does.
    if (locked.job_id !== null) return setDeclaredZip(trx, upload.id, declaredZip);
    requireIncomingZip(incoming, report);
    if (isRejectedZip(locked, report, incoming)) return;
    await enqueueUpload(trx, locked, { ...declaredZip, sent_at: now(), incoming_etag: incoming.etag }, now());
  });
}

function requireIncomingZip(
  incoming: StoredBlob | undefined,
  report: ZipReport,
): asserts incoming is StoredBlob {
  if (!incoming) throw new HttpError(409, NOT_ARRIVED);
  if (incoming.size !== report.size)
    throw new HttpError(
      409,
      `The uploaded file has ${incoming.size} bytes, but the script reported ${report.size}. Run the upload script again.`,
    );
}

const NOT_ARRIVED = "The zip has not arrived in the storage. Run the upload script again.";

/** Whether the report repeats the zip that was rejected. */
function isRejectedZip(upload: StoredUpload, { size, sha256 }: ZipReport, incoming: StoredBlob): boolean {
  const { declared_sha256: hash, declared_size: declaredSize } = upload;
  const isSameReport = hash === null || (hash === sha256.toLowerCase() && declaredSize === size);
  return isSameReport && !isNewBlobVersion(upload, incoming);
}

/** Whether the same report is being processed or was cataloged. @throws HttpError 409 if it was another report */
function isDuplicateReport(upload: StoredUpload, { size, sha256 }: ZipReport): boolean {
  const isUnreported = upload.job_id === null || upload.declared_sha256 === null;
  if (upload.cataloged_at === null && isUnreported) return false;
  const hash = upload.declared_sha256 ?? upload.snapshot_sha256;
  if (hash === sha256.toLowerCase() && (upload.declared_size ?? upload.snapshot_size) === size) return true;
  throw new HttpError(
    409,
    upload.cataloged_at === null
      ? "Another zip that was sent with this script is still being processed. Run the script again when processing has finished."
      : "This script has already delivered an upload. Download a new script to send another version.",
  );
}

/** Whether the zip differs from the rejected one. Compares ETags: Last-Modified has one-second resolution. */
export const isNewBlobVersion = (
  { failed_at, incoming_etag }: Pick<StoredUpload, "failed_at" | "incoming_etag">,
  incoming: Pick<StoredBlob, "etag">,
): boolean => failed_at === null || incoming.etag !== incoming_etag;
