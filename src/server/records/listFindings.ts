import { messages } from "../../contract/messages.ts";
import { formatReason } from "../../contract/review/formatReason.ts";
import { listReviewFindings, isUncorrectedFinding } from "../../contract/review/reviewFindings.ts";
import { isWellFormed, listEntityWarnings } from "../../contract/rules/fieldWarnings.ts";
import { getFieldNameByRole, getFieldText, getSchema } from "../../contract/schema/fields.ts";
import { loadSpatialExtentArea } from "../processing/coverage/spatialExtentArea.ts";
import { loadOptionEntries } from "../optionValues.ts";
import type { Services } from "../services.ts";
import { findLatestNotification, listReasonsOf } from "../stores/records/notificationStore.ts";
import { listRecordsWithIdentifier, MAX_LISTED_RECORDS } from "../stores/records/identifierStore.ts";
import { type StoredRecord } from "../stores/records/recordStore.ts";
import { listCurrentFiles } from "../stores/uploads/currentFileStore.ts";
import { listZips } from "../stores/uploads/modelFileStore.ts";
import { findUpload } from "../stores/uploads/uploadStore.ts";
import { loadUploadReport } from "../uploads/uploadReport.ts";
import { toRejectionReason } from "./toRejectionReason.ts";

/**
 * What a reviewer should look at before accepting the record: the findings of the review without those that the vendor
 * corrected. Conflicts are not included.
 */
export async function listFindings(services: Services, record: StoredRecord): Promise<string[]> {
  const { db } = services;
  const { id, metadata } = record;
  const schema = getSchema("metadata");
  const zip = (await listZips(db, id)).find(({ archived }) => !archived);
  const upload = zip && (await findUpload(db, zip.upload_id));
  const report = upload && (await loadUploadReport(services, upload));
  const storedName = getFieldText(schema, metadata, "extent");
  const findings = listReviewFindings(schema, {
    metadata,
    recordWarnings: [
      ...(await listIdentifierWarnings(services, record)),
      ...listEntityWarnings(schema, metadata, await loadOptionEntries()),
    ],
    uploadWarnings: (zip?.receipt?.["warnings"] as string[] | undefined) ?? [],
    report,
    isReportMissing: upload !== undefined && report === undefined,
    isChecked: true,
    area: storedName === "" ? undefined : await loadSpatialExtentArea(services, storedName),
    paths: (await listCurrentFiles(db, id)).map(({ path }) => path),
    requested: await listRequestedReasons(services, record),
  });
  return findings
    .filter(isUncorrectedFinding)
    .map(({ reason, notes }) => [formatReason(reason), ...notes].join(" "));
}

async function listIdentifierWarnings({ db }: Services, { id, identifier }: StoredRecord) {
  const schema = getSchema("metadata");
  const field = getFieldNameByRole(schema, "identifier");
  if (!isWellFormed(schema.properties[field]!, identifier)) return [];
  const search = { identifier, exceptId: id, username: undefined, limit: MAX_LISTED_RECORDS };
  const others = await listRecordsWithIdentifier(db, search);
  return others.map((other) => ({
    ...{ field, text: messages.identifierUsed },
    note: `It is ${other.username}'s record ${other.id}.`,
  }));
}

async function listRequestedReasons({ db }: Services, { id }: StoredRecord) {
  const rejection = await findLatestNotification(db, id, "rejected");
  return rejection ? (await listReasonsOf(db, rejection.id)).map(toRejectionReason) : [];
}
