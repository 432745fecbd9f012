import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { StoredBlob } from "../storage/blobStorage.ts";
import {
  setDeclaredZip,
  findUploadByTokenHash,
  lockUpload,
  enqueue,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { getJobNotifier } from "./queue/jobNotifier.ts";
import { incomingBlobPath } from "./blobPaths.ts";
import { hashToken } from "./issueTicket.ts";

/** What an upload script learns before it sends anything, and while it waits for what becomes of its zip. */
interface ScriptUploadState {
  /**
   * `expected`: a zip may be sent; `refused`: the one that lies in the store was at fault, and another may be sent in its
   * place. One that was sent since is not reported yet, and expected.
   */
  state: "expected" | "refused" | "processing" | "processed";
  /** What the portal does with the zip just now, or has done last. */
  stage?: "hashing" | "checking" | "extracting" | "cataloguing" | "catalogued";
  /** Why the zip was refused, sentence by sentence. */
  faults?: string[];
}

/** How far the upload of a token has come. Refused with 401 when the token is unknown or has expired. */
export async function getUploadState(services: Services, token: string): Promise<ScriptUploadState> {
  const { db, now, storage } = services;
  const batch = requireValidToken(await findUploadByTokenHash(db, hashToken(token)), now());
  if (batch.cataloged_at !== null) return { state: "processed", stage: "catalogued" };
  if (batch.due_at !== null) return { state: "processing", stage: stageOf(batch) };
  if (batch.failed_at === null) return { state: "expected" };
  const sent = await storage.find(incomingBlobPath(batch));
  if (sent && isNewBlobVersion(batch, sent)) return { state: "expected" };
  return { state: "refused", faults: (batch.error_text ?? "").split("\n") };
}

function stageOf({
  snapshot_sha256,
  checked_at,
  extracted_at,
}: StoredUpload): NonNullable<ScriptUploadState["stage"]> {
  if (extracted_at !== null) return "cataloguing";
  if (checked_at !== null) return "extracting";
  return snapshot_sha256 === null ? "hashing" : "checking";
}

/** The batch of a token that is still good. Refused with 401 otherwise. */
export function requireValidToken(batch: StoredUpload | undefined, now: Date): StoredUpload {
  if (!batch || batch.revoked_at !== null)
    throw new HttpError(401, `This upload script is not known here, or no longer. ${RENEW}`);
  const end = batch.expires_at;
  if (end <= now)
    throw new HttpError(401, `This upload script was good until ${end.toISOString()}. ${RENEW}`);
  return batch;
}

const RENEW = "Download a new script on the instructions page of the record.";

/** What the script says of the zip it has sent. */
export interface Delivery {
  fileName: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * The last step of an upload script: the zip is in the store. Puts the upload up for processing and answers nothing.
 * Where Done has put it up before, what the script says is kept, and the zip that arrived is held to it: one that
 * differs is a fault, and never catalogued.
 *
 * The token serves until an upload of it was processed well or it expires. Saying the same thing again is no error,
 * since an answer can get lost, and a zip that was at fault is not looked at again unless it is sent again. Refused
 * with 401 when the token is unknown or has expired, and with 409 when the store does not hold the file, holds one of
 * another size, or when another file of this token is being processed or was processed well.
 */
export async function completeUpload(services: Services, token: string, delivery: Delivery): Promise<void> {
  const { db, now, storage } = services;
  const batch = requireValidToken(await findUploadByTokenHash(db, hashToken(token)), now());
  if (isKnown(batch, delivery)) return;
  const sent = await storage.find(incomingBlobPath(batch));
  await db.transaction().execute(async (trx) => {
    const held = await lockUpload(trx, batch.id);
    if (isKnown(held, delivery)) return;
    const declaration = {
      declared_name: delivery.fileName,
      declared_size: delivery.size,
      declared_sha256: delivery.sha256.toLowerCase(),
    };
    // Refusing a size that differs would not stop the processing that Done has begun; holding it to the size does.
    if (held.due_at !== null) return setDeclaredZip(trx, batch.id, declaration);
    requireArrived(sent, delivery);
    if (isRefused(held, delivery, sent)) return;
    await enqueue(trx, batch.id, { ...declaration, sent_at: now(), incoming_etag: sent.etag }, now());
  });
  getJobNotifier(services).ring();
}

function requireArrived(sent: StoredBlob | undefined, delivery: Delivery): asserts sent is StoredBlob {
  if (!sent) throw new HttpError(409, NOT_THERE);
  if (sent.size !== delivery.size)
    throw new HttpError(
      409,
      `The file in the store has ${sent.size} bytes, but ${delivery.size} were sent. Run the upload script again.`,
    );
}

const NOT_THERE = "The file has not arrived in the store. Run the upload script again.";

/** Whether nothing else is said of the very zip that was at fault: its vendor knows, and once is enough. */
function isRefused(batch: StoredUpload, { size, sha256 }: Delivery, sent: StoredBlob): boolean {
  const { declared_sha256: hash, declared_size: declared } = batch;
  const isSame = hash === null || (hash === sha256.toLowerCase() && declared === size);
  return isSame && !isNewBlobVersion(batch, sent);
}

/** Whether exactly this was said before and is being seen to, or is done. Refused when it was something else. */
function isKnown(batch: StoredUpload, { size, sha256 }: Delivery): boolean {
  const isOpen = batch.due_at === null || batch.declared_sha256 === null;
  if (batch.cataloged_at === null && isOpen) return false;
  const hash = batch.declared_sha256 ?? batch.snapshot_sha256;
  if (hash === sha256.toLowerCase() && (batch.declared_size ?? batch.snapshot_size) === size) return true;
  throw new HttpError(
    409,
    batch.cataloged_at === null
      ? "Another file of this upload script is being processed. Run the script again when that has ended."
      : "An upload of this script has been processed already. Download a new script to send another version.",
  );
}

/** Whether a zip is another than the one that was at fault. Clocks do not tell: the store's counts whole seconds. */
export const isNewBlobVersion = (
  { failed_at, incoming_etag }: Pick<StoredUpload, "failed_at" | "incoming_etag">,
  sent: Pick<StoredBlob, "etag">,
): boolean => failed_at === null || sent.etag !== incoming_etag;
