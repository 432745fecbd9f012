import { cellText } from "../../../contract/schema/cellText.ts";
import { isShownIn, listOf, schemaOf, textOf, type JsonObject } from "../../../contract/schema/fields.ts";
import { isUploadable, statuses, type Status } from "../../../contract/status.ts";
import type { RecordRow } from "./recordRow.ts";
import type { Dialect, Row } from "./simpleRest.ts";

const schema = schemaOf("metadata");

/** What a record waits for its vendor to do, the most pressing first. */
export type Need = "rejected" | "refused" | "conflict" | "message" | "draft";

export function needsOf(record: RecordRow): Need[] {
  const isOpen: Record<Need, boolean> = {
    rejected: record.statusInfo.status === "rejected",
    // Once the agency has decided, nothing waits for another upload.
    refused: record.uploadRefused !== undefined && isUploadable(record.statusInfo.status),
    conflict: (record.conflicts ?? []).length > 0,
    message: (record.unreadMessages ?? 0) > 0,
    draft: record.hasDraft === true,
  };
  return (Object.keys(isOpen) as Need[]).filter((need) => isOpen[need]);
}

/** What a list of records can be narrowed by; the address holds it. */
export interface RecordFilter {
  /** Part of a name or id; in the table, of any cell. */
  q?: string;
  status?: Status;
  county?: string;
  region?: string;
  vendor?: string;
  /** Days since the status changed, or more, as the address says them. */
  waiting?: string;
  /** Only what waits for its vendor. */
  needs?: boolean;
  /** Ids of those to leave out, also of what the whole list comes to. */
  without?: string[];
  /** How the records are shown. */
  view?: "table" | "map";
}

const listed = Object.entries(schema.properties).filter(([, field]) => isShownIn("list", field));

const nameText = ({ id, names }: RecordRow) => [...Object.values(names), id].join("\n").toLowerCase();

const allText = ({ id, labels, currentMetadata }: RecordRow) =>
  [id, ...listed.map(([name, field]) => cellText(field, (currentMetadata as JsonObject)[name], labels))]
    .join("\n")
    .toLowerCase();

/** Made once for each record and kind of search. */
const texts = { names: new WeakMap<RecordRow, string>(), all: new WeakMap<RecordRow, string>() };

function searchText(record: RecordRow, kind: keyof typeof texts): string {
  const known = texts[kind].get(record);
  if (known !== undefined) return known;
  const text = kind === "all" ? allText(record) : nameText(record);
  texts[kind].set(record, text);
  return text;
}

const asRecord = (row: Row) => row as unknown as RecordRow;

const DAY = 24 * 3_600_000;

/** What each entry of a filter asks of a record. What is not named here narrows nothing. */
const conditions: {
  [Name in keyof RecordFilter]?: (record: RecordRow, wanted: unknown, filter: RecordFilter) => boolean;
} = {
  q: (record, term, { view }) =>
    searchText(record, view === "table" ? "all" : "names").includes(String(term).trim().toLowerCase()),
  status: ({ statusInfo }, status) => statusInfo.status === status,
  needs: (record, wanted) => !wanted || needsOf(record).length > 0,
  without: ({ id }, ids) => !(ids as string[]).includes(id),
  vendor: ({ vendor }, wanted) => vendor === wanted,
  region: ({ currentMetadata }, region) => textOf(schema, currentMetadata as JsonObject, "region") === region,
  county: ({ currentMetadata }, county) =>
    listOf(schema, currentMetadata as JsonObject, "county").includes(String(county)),
  waiting: ({ statusInfo }, days) =>
    Date.now() - Date.parse(statusInfo.timeOfLastStatusChange) >= Number(days) * DAY,
};

/** How lists of records are filtered and sorted, whoever asks for them. */
export const recordList: Pick<Dialect, "matches" | "sortValue"> = {
  matches: (row, filter: RecordFilter) =>
    Object.entries(filter).every(
      ([name, wanted]) =>
        wanted === undefined ||
        (conditions[name as keyof RecordFilter]?.(asRecord(row), wanted, filter) ?? true),
    ),
  sortValue(row, field) {
    const record = asRecord(row);
    if (field === "timeOfLastStatusChange") return record.statusInfo.timeOfLastStatusChange;
    if (field === "status") return String(statuses.indexOf(record.statusInfo.status));
    const node = schema.properties[field];
    // Asked for last: the metadata of a long list are read as they are looked at.
    return node && cellText(node, (record.currentMetadata as JsonObject)[field], record.labels);
  },
};

/** What a whole list of records comes to, however it is narrowed just now; but for those it is to be without. */
export interface RecordSummary {
  total: number;
  needs: number;
  statuses: Record<Status, number>;
  /** Of those that the filter lets pass, but for the county that it names: another can be chosen in its place. */
  counties: Map<string, number>;
  /** Of all records whose uploads contradict each other. */
  conflicting: RecordRow[];
  /** The forms of drafts that no record of the list is for: a new record's, and those of records that are gone. */
  strayDrafts: string[];
  /** Why conflicts could not be asked for, if they could not. */
  conflictsError?: unknown;
}

export function summaryOf(rows: Row[], filter: RecordFilter, drafts: string[]): RecordSummary {
  const { view, without = [] } = filter;
  const onMap = () => rows.filter((row) => recordList.matches!(row, { ...filter, county: undefined }));
  const records = rows.map(asRecord).filter(({ id }) => !without.includes(id));
  const inStatus = (status: Status) =>
    records.filter(({ statusInfo }) => statusInfo.status === status).length;
  return {
    total: records.length,
    needs: records.filter((record) => needsOf(record).length > 0).length,
    statuses: Object.fromEntries(
      statuses.map((status) => [status, inStatus(status)]),
    ) as RecordSummary["statuses"],
    counties: view === "map" ? countiesOf(onMap().map(asRecord)) : new Map(),
    conflicting: records.filter(({ conflicts = [] }) => conflicts.length > 0),
    strayDrafts: drafts.filter((form) => rows.every(({ id }) => String(id) !== form)),
  };
}

/** How many records lie in each county; one that spans several counts in each. */
export function countiesOf(records: RecordRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { currentMetadata } of records)
    for (const county of listOf(schema, currentMetadata as JsonObject, "county"))
      counts.set(county, (counts.get(county) ?? 0) + 1);
  return counts;
}
