import { uploadsClosedMessage, isUploadableStatus, statusLabel } from "../../contract/status.ts";
import { PORTAL_PATH } from "../config.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { findRecord, type StoredRecord } from "../stores/records/recordStore.ts";
import { countOpenConflicts } from "../stores/uploads/conflictStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import { incomingBlobPath } from "./blobPaths.ts";
import { isNewBlobVersion } from "./completeUpload.ts";
import { getContinuableUntil } from "./issueTicket.ts";
import { DOWNLOAD_NEW_SCRIPT, findUploadByToken, isExpired, RECORD_DELETED } from "./uploadToken.ts";
import { countArrivedBytes } from "./zipTransfer.ts";

interface ScriptUploadState {
  /** A rejected zip that was sent again but is not reported yet counts as `expected`. */
  state: "expected" | "refused" | "processing" | "processed";
  stage?: "hashing" | "checking" | "extracting" | "cataloguing" | "catalogued";
  /** Bytes of the zip that is or was processed, if known. */
  size?: number;
  faults?: string[];
  /** The record's status and the vendor's next step, for the script to print. */
  messages?: string[];
}

/**
 * Also answers for an expired link if its zip was processed or is being processed.
 *
 * @throws HttpError 401 if the token is unknown, revoked or expired; 409 if the record takes no uploads
 */
export async function getUploadState(services: Services, token: string): Promise<ScriptUploadState> {
  const { db, now, storage } = services;
  const upload = await findUploadByToken(services, token);
  const record = await findRecord(db, String(upload.record_id));
  if (!record) throw new HttpError(401, RECORD_DELETED);
  const size = upload.declared_size ?? upload.snapshot_size;
  const known = size === null ? {} : { size };
  if (upload.cataloged_at !== null) {
    const messages = await describeOutcome(services, upload, record);
    return { state: "processed", stage: "catalogued", ...known, messages };
  }
  if (upload.job_id !== null) return { state: "processing", stage: getStage(upload), ...known };
  if (!isUploadableStatus(record.status)) throw new HttpError(409, uploadsClosedMessage(record.status));
  if (isExpired(upload, now())) throw new HttpError(401, await describeExpiry(services, upload));
  if (upload.failed_at === null) return { state: "expected" };
  const incoming = await storage.find(incomingBlobPath(upload));
  if (incoming && isNewBlobVersion(upload, incoming)) return { state: "expected" };
  return { state: "refused", faults: (upload.error_text ?? "").split("\n") };
}

function getStage({
  snapshot_sha256,
  checked_at,
  extracted_at,
}: StoredUpload): NonNullable<ScriptUploadState["stage"]> {
  if (extracted_at !== null) return "cataloguing";
  if (checked_at !== null) return "extracting";
  return snapshot_sha256 === null ? "hashing" : "checking";
}

/** Times are ISO: the script prints them in the vendor's local time. */
async function describeOutcome(
  { config, db }: Services,
  { version }: StoredUpload,
  { id, status, status_changed_at }: StoredRecord,
): Promise<string[]> {
  const since = status_changed_at.toISOString();
  const page = `${config.publicUrl}${PORTAL_PATH}app/view/${id}`;
  const received = `The portal received the model as v${version}.`;
  switch (status) {
    case "accepted":
      return [
        `${received} An agency admin accepted the record on ${since}.`,
        `To deliver another version, duplicate the record: ${page}`,
      ];
    case "rejected":
      return [
        `${received} An agency admin rejected the record on ${since}.`,
        `Read the reasons, then reopen the record: ${page}`,
      ];
    case "in progress":
      return [
        `${received} The record has been in progress again since ${since}.`,
        `To upload another version, download a new script: ${page}`,
      ];
  }
  const conflicts = (await countOpenConflicts(db, [id])).get(id) ?? 0;
  return [
    `${received} The record is now ${statusLabel(status)}.`,
    conflicts > 0
      ? `${conflicts === 1 ? "1 file conflicts" : `${conflicts} files conflict`} with an earlier upload. Choose which to keep: ${page}`
      : `Follow the status: ${page}`,
  ];
}

async function describeExpiry(services: Services, upload: StoredUpload): Promise<string> {
  const expired = `The link in this script expired on ${upload.expires_at.toISOString()}.`;
  if (upload.failed_at !== null)
    return `${expired} The zip that arrived had errors, which the record shows. ${DOWNLOAD_NEW_SCRIPT}`;
  const arrived = await countArrivedBytes(services, upload);
  if (arrived === 0) return `${expired} ${DOWNLOAD_NEW_SCRIPT}`;
  const total = upload.transfer_size === null ? "" : ` of ${formatMegabytes(upload.transfer_size)}`;
  const until = getContinuableUntil(upload);
  return (
    `${expired} ${formatMegabytes(arrived)}${total} had arrived. ${DOWNLOAD_NEW_SCRIPT} ` +
    (until > services.now()
      ? `If you download it before ${until.toISOString()}, it sends only what is missing.`
      : "The new script sends the whole zip.")
  );
}

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
