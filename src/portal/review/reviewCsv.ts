import { listOf, schemaOf, textOf, type Bag } from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { daysWaiting } from "./waitingFor.ts";

const schema = schemaOf("metadata");

const HEAD = ["Record", "Model", "Model identifier", "Vendor", "Region", "Counties", "Waiting since", "Days"];

/** Without it, Excel takes the text for one of its own code page, and every accent for two letters. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The queue for a spreadsheet. */
export function reviewCsv(records: RecordRow[], now = Date.now()): string {
  const rows = records.map(({ id, vendor = "", currentMetadata, statusInfo }) => {
    const metadata = currentMetadata as Bag;
    const since = statusInfo.timeOfLastStatusChange;
    return [
      id,
      recordName(currentMetadata),
      textOf(schema, metadata, "identifier"),
      vendor,
      textOf(schema, metadata, "region"),
      listOf(schema, metadata, "county").join(", "),
      since,
      String(daysWaiting(since, now)),
    ];
  });
  return BYTE_ORDER_MARK + [HEAD, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** In quotes, with none left open; what a spreadsheet would take for a formula stays text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
