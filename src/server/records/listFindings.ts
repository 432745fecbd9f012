import type { ModelReport } from "../../contract/generated/entities.ts";
import { listEntityWarnings } from "../../contract/rules/fieldWarnings.ts";
import { getFieldText, getSchema } from "../../contract/schema/fields.ts";
import { listRecordDifferences } from "../../contract/uploads/recordDifferences.ts";
import { loadSpatialExtentArea } from "../processing/coverage/spatialExtentArea.ts";
import { loadOptionEntries } from "../optionValues.ts";
import type { Services } from "../services.ts";
import { findLatestNotification, listReasonsOf } from "../stores/records/notificationStore.ts";
import { listRecordsWithIdentifier } from "../stores/records/identifierStore.ts";
import { type StoredRecord } from "../stores/records/recordStore.ts";
import { listCurrentFiles } from "../stores/uploads/currentFileStore.ts";
import { listZips } from "../stores/uploads/modelFileStore.ts";
import { findUpload } from "../stores/uploads/uploadStore.ts";
import { loadUploadReport } from "../uploads/uploadReport.ts";

/** What a reviewer should look at before accepting the record, as the review shows it. Conflicts are not included. */
export async function listFindings(services: Services, record: StoredRecord): Promise<string[]> {
  const { db } = services;
  const schema = getSchema("metadata");
  const zip = (await listZips(db, record.id)).find(({ archived }) => !archived);
  const upload = zip && (await findUpload(db, zip.upload_id));
  const report = upload && (await loadUploadReport(services, upload));
  return [
    ...listEntityWarnings(schema, record.metadata, await loadOptionEntries()).map(({ text }) => text),
    ...(await listIdentifierFindings(services, record)),
    ...((zip?.receipt?.["warnings"] as string[] | undefined) ?? []),
    ...(report ? [] : ["The model report is missing."]),
    ...(report?.findings ?? []).filter(({ severity }) => severity !== "note").map(({ text }) => text),
    ...(await listDifferences(services, record, report)),
    ...(await listUncorrectedReasons(services, record)),
  ];
}

async function listIdentifierFindings({ db }: Services, { id, identifier }: StoredRecord): Promise<string[]> {
  if (identifier === "") return [];
  const search = { identifier, exceptId: id, username: undefined, limit: 1 };
  const others = await listRecordsWithIdentifier(db, search);
  return others.map((other) => `Record ${other.id} has the same model identifier.`);
}

async function listDifferences(
  services: Services,
  { id, metadata }: StoredRecord,
  report: ModelReport | undefined,
): Promise<string[]> {
  const schema = getSchema("metadata");
  const storedName = getFieldText(schema, metadata, "extent");
  const area = storedName === "" ? undefined : await loadSpatialExtentArea(services, storedName);
  const paths = (await listCurrentFiles(services.db, id)).map(({ path }) => path);
  return listRecordDifferences(schema, metadata, { report, area, paths }).map(
    ({ field, text }) => `${schema.properties[field]?.title}: ${text}`,
  );
}

/** Reasons of the last rejection, except those that the vendor corrected: an answer in words must be read. */
async function listUncorrectedReasons({ db }: Services, { id }: StoredRecord): Promise<string[]> {
  const rejection = await findLatestNotification(db, id, "rejected");
  if (!rejection) return [];
  return (await listReasonsOf(db, rejection.id))
    .filter(({ answered_at, answer }) => answered_at === null || answer !== "")
    .map(({ content }) => content);
}
