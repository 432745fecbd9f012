import type { RecordRow } from "../providers/resources/recordRow.ts";
import { entriesWith, recordName, textWith } from "../recordName.ts";
import { daysWaiting } from "./waitingFor.ts";

const HEAD = ["Record", "Model", "Model identifier", "Vendor", "Region", "Counties", "Waiting since", "Days"];

/** Without it, Excel takes the text for one of its own code page, and every accent for two letters. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The queue for a spreadsheet. */
export function reviewCsv(records: RecordRow[], now = Date.now()): string {
  const rows = records.map(({ id, vendor = "", currentMetadata: metadata, statusInfo }) => {
    const since = statusInfo.timeOfLastStatusChange;
    return [
      id,
      recordName(metadata),
      textWith(metadata, "identifier"),
      vendor,
      textWith(metadata, "region"),
      entriesWith(metadata, "county").join(", "),
      since,
      String(daysWaiting(since, now)),
    ];
  });
  return BYTE_ORDER_MARK + [HEAD, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** In quotes, with none left open; what a spreadsheet would take for a formula stays text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
