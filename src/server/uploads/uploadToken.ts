import { createHash, randomBytes } from "node:crypto";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { findUploadByTokenHash, type StoredUpload } from "../stores/uploads/uploadStore.ts";

/** The token is returned once; only its hash is stored. */
export function createUploadToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

/** SHA-256. The token is random, so a slow password hash is not needed. */
const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Also finds uploads whose link has expired. @throws HttpError 401 if the token is unknown or revoked */
export async function findUploadByToken({ db }: Pick<Services, "db">, token: string): Promise<StoredUpload> {
  const upload = await findUploadByAnyToken({ db }, token);
  await requireNotRevoked(db, upload);
  return upload;
}

/** Also finds revoked uploads. @throws HttpError 401 if the token is unknown */
export async function findUploadByAnyToken(
  { db }: Pick<Services, "db">,
  token: string,
): Promise<StoredUpload> {
  const upload = await findUploadByTokenHash(db, hashToken(token));
  if (!upload) throw new HttpError(401, `This upload script is not valid. ${DOWNLOAD_NEW_SCRIPT}`);
  return upload;
}

/** @throws HttpError 401 if the upload is revoked */
export async function requireNotRevoked(
  db: Services["db"],
  { revoked_at, record_id }: Pick<StoredUpload, "revoked_at" | "record_id">,
): Promise<void> {
  if (revoked_at === null) return;
  const record = await findRecord(db, String(record_id));
  throw new HttpError(401, record ? ACCESS_CHANGED : RECORD_DELETED);
}

/** @throws HttpError 401 if the token is unknown, revoked or expired */
export async function findUploadOfValidToken(
  services: Pick<Services, "db" | "now">,
  token: string,
): Promise<StoredUpload> {
  const upload = await findUploadByToken(services, token);
  if (isExpired(upload, services.now()))
    throw new HttpError(
      401,
      `The link in this script expired on ${upload.expires_at.toISOString()}. ${DOWNLOAD_NEW_SCRIPT}`,
    );
  return upload;
}

export const isExpired = ({ expires_at }: Pick<StoredUpload, "expires_at">, now: Date): boolean =>
  expires_at <= now;

export const DOWNLOAD_NEW_SCRIPT = "Download a new script on the instructions page of the record.";
const ACCESS_CHANGED = `The password or the roles of your account have changed since this script was downloaded. ${DOWNLOAD_NEW_SCRIPT}`;
export const RECORD_DELETED =
  "The record of this script was deleted. To upload the model, create a record for it and download a script there.";
