import type { JsonObject } from "../../../contract/json.ts";
import { getFieldList, getSchema } from "../../../contract/schema/fields.ts";
import { isUploadableStatus, STATUSES, type Status } from "../../../contract/status.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import { recordColumns } from "./recordColumns.ts";
import type { RecordRow } from "./recordRow.ts";
import type { VendorResource, Row } from "../vendorHttpClient.ts";

const schema = getSchema("metadata");

/** Why a record needs its vendor's attention, most urgent first. */
export type AttentionReason = "rejected" | "changes" | "refused" | "conflict" | "message";

export function listAttentionReasons(record: RecordRow): AttentionReason[] {
  const applies: Record<AttentionReason, boolean> = {
    rejected: record.statusInfo.status === "rejected",
    changes: record.changesRequested === true,
    // No new upload is possible after a decision.
    refused: record.uploadRefused !== undefined && isUploadableStatus(record.statusInfo.status),
    conflict: (record.conflicts ?? []).length > 0,
    message: (record.unreadMessages ?? 0) > 0,
  };
  return (Object.keys(applies) as AttentionReason[]).filter((reason) => applies[reason]);
}

/** Stored in the URL. */
export interface RecordFilter {
  /** Matches names and the id; in the table view, every cell. */
  q?: string;
  status?: Status;
  county?: string;
  needs?: boolean;
  without?: string[];
  view?: "table" | "map";
}

const buildNameText = ({ id, titleAndIdentifier }: RecordRow) =>
  [...Object.values(titleAndIdentifier), id].join("\n").toLowerCase();

const buildAllText = (record: RecordRow) =>
  [record.id, ...recordColumns.map(({ getText }) => getText(record))].join("\n").toLowerCase();

const searchTextCaches = { names: new WeakMap<RecordRow, string>(), all: new WeakMap<RecordRow, string>() };

function getSearchText(record: RecordRow, kind: keyof typeof searchTextCaches): string {
  const cached = searchTextCaches[kind].get(record);
  if (cached !== undefined) return cached;
  const text = kind === "all" ? buildAllText(record) : buildNameText(record);
  searchTextCaches[kind].set(record, text);
  return text;
}

const asRecordRow = (row: Row) => row as unknown as RecordRow;

const filterPredicates: {
  [Name in keyof RecordFilter]?: (record: RecordRow, expected: unknown, filter: RecordFilter) => boolean;
} = {
  q: (record, term, { view }) =>
    getSearchText(record, view === "table" ? "all" : "names").includes(String(term).trim().toLowerCase()),
  status: ({ statusInfo }, status) => statusInfo.status === status,
  needs: (record, expected) => !expected || listAttentionReasons(record).length > 0,
  without: ({ id }, ids) => !(ids as string[]).includes(id),
  county: ({ currentMetadata }, county) =>
    getFieldList(schema, currentMetadata as JsonObject, "county").includes(String(county)),
};

export const matchesFilter = (record: RecordRow, filter: RecordFilter): boolean =>
  Object.entries(filter).every(
    ([name, expected]) =>
      expected === undefined ||
      (filterPredicates[name as keyof RecordFilter]?.(record, expected, filter) ?? true),
  );

const columnsBySource = new Map(recordColumns.map((column) => [column.source, column]));

export const recordFilterAndSort: Pick<VendorResource, "matches" | "sortValue"> = {
  matches: (row, filter: RecordFilter) => matchesFilter(asRecordRow(row), filter),
  sortValue(row, field) {
    const record = asRecordRow(row);
    if (field === "timeOfLastStatusChange") return record.statusInfo.timeOfLastStatusChange;
    if (field === "status") return String(STATUSES.indexOf(record.statusInfo.status));
    return columnsBySource.get(field)?.getText(record);
  },
};

export interface RecordSummary {
  total: number;
  needingAttention: number;
  countByStatus: Record<Status, number>;
  conflictingRecords: RecordRow[];
  /** Copies that still have the name and identifier of an earlier record. */
  copyIds: ReadonlySet<string>;
}

export function summarizeRecords(records: RecordRow[]): RecordSummary {
  const countInStatus = (status: Status) =>
    records.filter(({ statusInfo }) => statusInfo.status === status).length;
  return {
    total: records.length,
    needingAttention: records.filter((record) => listAttentionReasons(record).length > 0).length,
    countByStatus: Object.fromEntries(
      STATUSES.map((status) => [status, countInStatus(status)]),
    ) as RecordSummary["countByStatus"],
    conflictingRecords: records.filter(({ conflicts = [] }) => conflicts.length > 0),
    copyIds: findUneditedCopies(records),
  };
}

function findUneditedCopies(records: RecordRow[]): ReadonlySet<string> {
  const getNames = (record: RecordRow) => {
    const text = getSearchText(record, "names");
    // It ends with the id.
    return text.slice(0, text.lastIndexOf("\n"));
  };
  const groups = [...groupBy(records, getNames)].flatMap(([names, group]) => (names.trim() ? [group] : []));
  return new Set(
    groups.flatMap((group) => {
      const [, ...copies] = group.toSorted((a, b) => Number(a.id) - Number(b.id));
      return copies.flatMap(({ id, previousRecordId }) => (previousRecordId === undefined ? [id] : []));
    }),
  );
}

export function countRecordsByCounty(records: RecordRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { currentMetadata } of records)
    for (const county of getFieldList(schema, currentMetadata as JsonObject, "county"))
      counts.set(county, (counts.get(county) ?? 0) + 1);
  return counts;
}
