import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { UploadTicket } from "../../contract/generated/entities.ts";
import { modelZipName } from "../../contract/model-folder/modelFolderNames.ts";
import { getSchema, getTextByRole } from "../../contract/schema/fields.ts";
import { uploadsClosedMessage, isUploadableStatus } from "../../contract/status.ts";
import { uploadFolder } from "../../contract/schema/regions.ts";
import { endpoints } from "../../contract/wire/endpoints.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import { usedQuotaBytes } from "../stores/uploads/quotaStore.ts";
import { insertUpload } from "../stores/uploads/uploadStore.ts";
import { validateCorrection, type CorrectionRequest } from "./correction.ts";

/** No link that a script carries outlives 2027. */
const LAST_EXPIRY = new Date("2027-12-31T23:59:59Z");

/**
 * Gives leave to upload one model: a new batch with a folder of its own, shared access to that folder, and a token
 * for the script's last step. Refused with 409 once the agency has decided about the record, and where what it is to
 * correct is not there.
 */
export async function issueTicket(
  services: Services,
  record: StoredRecord,
  wanted: CorrectionRequest = { leftOut: [] },
): Promise<UploadTicket> {
  if (!isUploadableStatus(record.status)) throw new HttpError(409, uploadsClosedMessage(record.status));
  await requireVendorQuota(services, record.username);
  const correction = await validateCorrection(services.db, record.id, wanted);
  const { config, now, storage } = services;
  const schema = getSchema("metadata");
  const id = randomUUID();
  const folder = uploadFolder(getTextByRole(schema, record.metadata, "region"), id);
  const blobName = modelZipName(
    getTextByRole(schema, record.metadata, "identifier"),
    getTextByRole(schema, record.metadata, "title"),
  );
  const requestedAt = now();
  const expires = expiryOf(requestedAt, config.uploadLinkLifetime);
  const grant = await storage.grantUpload(folder, blobName, expires);
  const { token, hash } = createUploadToken();
  await insertUpload(services.db, {
    id,
    record_id: record.id,
    username: record.username,
    folder,
    blob_name: blobName,
    token_hash: hash,
    requested_at: requestedAt,
    expires_at: expires,
    ...correction,
  });
  return {
    prefix: grant.prefix,
    query: grant.query,
    blobName,
    folder,
    uploadBatchId: id,
    expires: grant.expires,
    uploadToken: token,
    completeAddress: `${config.publicUrl}/api${endpoints.uploadComplete.path}`,
    azcopyAddresses: config.azcopyAddresses as Record<string, string>,
  };
}

function expiryOf(now: Date, lifetime: number): Date {
  if (now >= LAST_EXPIRY) throw new HttpError(409, "Uploads could be sent until the end of 2027.");
  return new Date(Math.min(now.getTime() + lifetime * 1000, LAST_EXPIRY.getTime()));
}

/** Refuses with 413 what a vendor wants to send who has used up the room there is for one. */
export async function requireVendorQuota({ config, db }: Services, username: string): Promise<void> {
  if ((await usedQuotaBytes(db, username)) < config.vendorQuota) return;
  const gigabytes = (config.vendorQuota / 1e9).toLocaleString("en-US");
  throw new HttpError(
    413,
    `Your uploads take up the ${gigabytes} GB that one vendor may have here. Ask the agency for more room.`,
  );
}

/** A new token for one upload. It is told once; only its hash is kept. */
function createUploadToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

/** The SHA-256 under which a token is stored. The token is random, so nothing slower is needed. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
