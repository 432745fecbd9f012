import { listOf, schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "./recordsDialect.ts";
import type { Dialect, Row } from "./simpleRest.ts";

const schema = schemaOf("metadata");

const asRecord = (row: Row) => row as unknown as RecordRow;

/** What the search looks at: the name, the model's identifier and the record's own id. */
const searchText = ({ id, currentMetadata }: RecordRow) =>
  [textOf(schema, currentMetadata as Bag, "title"), textOf(schema, currentMetadata as Bag, "identifier"), id]
    .join("\n")
    .toLowerCase();

const DAY = 24 * 3_600_000;

const filters: Record<string, (record: RecordRow, value: unknown) => boolean> = {
  q: (record, term) => searchText(record).includes(String(term).trim().toLowerCase()),
  status: ({ statusInfo }, status) => statusInfo.status === status,
  vendor: ({ vendor }, wanted) => vendor === wanted,
  region: ({ currentMetadata }, region) => textOf(schema, currentMetadata as Bag, "region") === region,
  county: ({ currentMetadata }, county) =>
    listOf(schema, currentMetadata as Bag, "county").includes(String(county)),
  /** For so many days or more. */
  waiting: ({ statusInfo }, days) =>
    Date.now() - Date.parse(statusInfo.timeOfLastStatusChange) >= Number(days) * DAY,
};

/** How lists of records are filtered and sorted, whoever asks for them. */
export const recordList: Pick<Dialect, "matches" | "sortValue"> = {
  matches: (row, filter, value) => filters[filter]?.(asRecord(row), value) ?? true,
  sortValue: (row, field) => {
    const { statusInfo, currentMetadata } = asRecord(row);
    if (field === "timeOfLastStatusChange") return statusInfo.timeOfLastStatusChange;
    return field in schema.properties ? String((currentMetadata as Bag)[field] ?? "") : undefined;
  },
};
