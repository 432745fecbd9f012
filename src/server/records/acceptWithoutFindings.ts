import { requiresChecklist } from "../../contract/review/requiresChecklist.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { findReadableRecord, lockRecord, type StoredRecord } from "../stores/records/recordStore.ts";
import { computeFilesEtag } from "../uploads/encodeUploads.ts";
import type { User } from "../user.ts";
import { acceptRecord } from "./decideRecord.ts";
import { listFindings } from "./listFindings.ts";

/** Accepts the record as `acceptRecord` does. @throws HttpError 409 if there are findings, or a checklist is required */
export async function acceptWithoutFindings(
  services: Services,
  admin: User,
  recordId: string,
): Promise<StoredRecord> {
  const { db } = services;
  const record = await findReadableRecord(db, admin, recordId);
  if (record.status === "pending" && requiresChecklist())
    throw new HttpError(409, "Open this record and fill in its review checklist to accept it.");
  const filesEtag = await computeFilesEtag(db, record.id);
  // A record in another status gets the answer of acceptRecord.
  const [finding] = record.status === "pending" ? await listFindings(services, record) : [];
  if (finding !== undefined) throw new HttpError(409, `There are findings about this model: ${finding}`);
  return acceptRecord(services, admin, recordId, {
    hasSeenCurrentFiles: async (trx) =>
      (await lockRecord(trx, record.id)).revision === record.revision &&
      (await computeFilesEtag(trx, record.id)) === filesEtag,
  });
}
