import { randomUUID } from "node:crypto";
import type { UploadTicket } from "../../contract/generated/entities.ts";
import { modelZipName } from "../../contract/model-folder/modelFolderNames.ts";
import { getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { uploadsClosedMessage, isUploadableStatus } from "../../contract/status.ts";
import { uploadFolder } from "../../contract/schema/regions.ts";
import { endpoints } from "../../contract/wire/endpoints.ts";
import type { Config } from "../config.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import {
  insertUpload,
  renewExpiredUpload,
  type StoredUpload,
  type UploadLink,
  type WantedUpload,
} from "../stores/uploads/uploadStore.ts";
import { validateCorrection, type CorrectionRequest } from "./correction.ts";
import { createUploadToken } from "./uploadToken.ts";
import { requireVendorQuota } from "./vendorQuota.ts";

/** @throws HttpError 409 if the record takes no uploads or the corrected version does not exist */
export async function issueTicket(
  services: Services,
  record: StoredRecord,
  correctionRequest: CorrectionRequest = { excludedPaths: [] },
): Promise<UploadTicket> {
  if (!isUploadableStatus(record.status)) throw new HttpError(409, uploadsClosedMessage(record.status));
  await requireVendorQuota(services, record.username);
  const correction = await validateCorrection(services.db, record.id, correctionRequest);
  const { config, now, storage } = services;
  const schema = getSchema("metadata");
  const blobName = modelZipName(
    getFieldText(schema, record.metadata, "identifier"),
    getFieldText(schema, record.metadata, "title"),
  );
  const requestedAt = now();
  const expires = getLinkExpiry(requestedAt, config);
  const { token, hash } = createUploadToken();
  const link = { token_hash: hash, requested_at: requestedAt, expires_at: expires };
  const region = getFieldText(schema, record.metadata, "region");
  const whole = { corrected_upload_id: null, excluded_paths: [] };
  const wanted = { record, blobName, folderPrefix: uploadFolder(region, ""), ...whole, ...correction };
  const { id, folder } =
    (await renewExpiredUpload(services.db, wanted, link, getContinuableSince(requestedAt))) ??
    (await startUpload(services.db, wanted, link));
  const grant = await storage.grantUpload(folder, blobName, expires);
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

async function startUpload(
  db: Services["db"],
  { record, blobName, folderPrefix, ...correction }: WantedUpload,
  link: UploadLink,
): Promise<{ id: string; folder: string }> {
  const id = randomUUID();
  const folder = folderPrefix + id;
  const { id: record_id, username } = record;
  await insertUpload(db, { id, record_id, username, folder, blob_name: blobName, ...link, ...correction });
  return { id, folder };
}

/** The zip of an expired link is deleted after a day; an hour before that, a new script sends it again. */
const CONTINUABLE_MS = 23 * 60 * 60_000;
const getContinuableSince = (now: Date) => new Date(now.getTime() - CONTINUABLE_MS);
export const getContinuableUntil = ({ expires_at }: Pick<StoredUpload, "expires_at">) =>
  new Date(expires_at.getTime() + CONTINUABLE_MS);

function getLinkExpiry(now: Date, { uploadLinksEnd, uploadLinkLifetimeSeconds }: Config): Date {
  if (now >= uploadLinksEnd)
    throw new HttpError(
      409,
      `Uploads closed at the end of ${uploadLinksEnd.toISOString().slice(0, 10)}. Contact support.`,
    );
  return new Date(Math.min(now.getTime() + uploadLinkLifetimeSeconds * 1000, uploadLinksEnd.getTime()));
}
