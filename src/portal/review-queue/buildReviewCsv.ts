import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordList, getRecordName, getRecordText } from "../ui/recordName.ts";
import { formatCsv } from "../ui/formatCsv.ts";
import { countDaysWaiting } from "./waitingTime.ts";

const CSV_HEADER = [
  "Record",
  "Model",
  "Model identifier",
  "Vendor",
  "Region",
  "Counties",
  "Status",
  "Status since",
  "Days",
];

export function buildReviewCsv(records: RecordRow[], now = Date.now()): string {
  const rows = records.map(({ id, vendor = "", currentMetadata: metadata, statusInfo }) => {
    const since = statusInfo.timeOfLastStatusChange;
    return [
      id,
      getRecordName(metadata),
      getRecordText(metadata, "identifier"),
      vendor,
      getRecordText(metadata, "region"),
      getRecordList(metadata, "county").join(", "),
      statusInfo.status,
      since,
      String(countDaysWaiting(since, now)),
    ];
  });
  return formatCsv([CSV_HEADER, ...rows]);
}
