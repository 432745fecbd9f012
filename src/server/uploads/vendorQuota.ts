import { createError, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { usedQuotaBytes } from "../stores/uploads/quotaStore.ts";

type QuotaServices = Pick<Services, "config" | "db">;

/** @throws HttpError 413 if the vendor's quota is used up */
export async function requireVendorQuota({ config, db }: QuotaServices, username: string): Promise<void> {
  if ((await usedQuotaBytes(db, username)) < config.vendorQuotaBytes) return;
  throw new HttpError(
    413,
    `Your uploads have reached the limit of ${formatGigabytes(config.vendorQuotaBytes)} GB per vendor. Ask the agency for more storage.`,
  );
}

/** Returns an error if the files of a zip do not fit into the vendor's quota. */
export async function checkVendorQuota(
  { config, db }: QuotaServices,
  username: string,
  extractedBytes: number,
  unreceivedBytes = 0,
): Promise<Diagnostic[]> {
  const left = config.vendorQuotaBytes - (await usedQuotaBytes(db, username)) - unreceivedBytes;
  if (extractedBytes <= left) return [];
  return [
    createError(
      `The zip unpacks to ${formatGigabytes(extractedBytes)} GB, but only ${formatGigabytes(Math.max(0, left))} GB of your storage is left. ` +
        "Leave out files the model does not need, or ask the agency for more storage.",
    ),
  ];
}

const formatGigabytes = (bytes: number) =>
  (bytes / 1e9).toLocaleString("en-US", { maximumSignificantDigits: 3 });
