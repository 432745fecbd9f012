import { sql, type RawBuilder } from "kysely";
import { MAX_COUNTED_RECORDS } from "../../../contract/review/recordSearch.ts";
import { OVERDUE_AFTER_DAYS } from "../../../contract/review/reviewStatistics.ts";
import { isRowId } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import { HttpError, INVALID_CURSOR } from "../../httpError.ts";
import { LISTED_COLUMNS, withCurrentSchema, type ListedRecord } from "./recordStore.ts";

interface SearchContext {
  /** The admin who searches. */
  username: string;
  now: Date;
}

/** As the indexes do: long texts do not fit an index row. */
const INDEXED_LENGTH = 60;

const SORT_TITLE = sql<string>`left(lower(title), ${sql.lit(INDEXED_LENGTH)})`;

const DAY_MS = 24 * 60 * 60_000;

const UNREAD = sql<boolean>`last_vendor_message_id > agency_read_message_id`;

const WAITING_FOR_VENDOR = sql<boolean>`(status = 'rejected' OR changes_requested
  OR status IN ('in progress', 'pending') AND last_agency_message_id > last_vendor_message_id)`;

/** The SQL condition of each filter. Each has an index in the migrations, whose condition it repeats. */
const conditions = {
  q: (text) => {
    const alternatives = [
      sql<boolean>`words @@ ${toPrefixQuery(text)}::tsquery`,
      ...(isRowId(text.trim()) ? [sql<boolean>`records.id = ${Number(text)}`] : []),
      ...(looksLikeFileName(text) ? [hasFileWithName(text)] : []),
    ];
    return sql<boolean>`(${sql.join(alternatives, sql` OR `)})`;
  },
  status: (status) => sql<boolean>`status = ${sql.lit(status)}`,
  vendor: (vendor) => sql<boolean>`username = ${vendor}`,
  region: (region) => sql<boolean>`region = ${region}`,
  county: (county) => sql<boolean>`counties @> ${[county]}::text[]`,
  assigned: (assigned, { username }) =>
    assigned === "me" ? sql<boolean>`assigned_to = ${username}` : sql<boolean>`assigned_to IS NULL`,
  overdue: (_, { now }) =>
    sql<boolean>`status = 'pending' AND status_changed_at <= ${new Date(now.getTime() - OVERDUE_AFTER_DAYS * DAY_MS)}`,
  waiting_for_vendor: () => WAITING_FOR_VENDOR,
  unread: (_, { username }) => sql<boolean>`${UNREAD} AND ${isReviewedBy(username)}`,
  conflicts: () => sql<boolean>`records.id IN (
    SELECT file.record_id FROM model_files AS file
      JOIN model_files AS other USING (record_id, conflict_number)
    WHERE file.conflict_number IS NOT NULL AND file.kind = 'file' AND NOT file.archived
      AND other.conflict_number IS NOT NULL AND other.kind = 'file' AND NOT other.archived
      AND file.upload_id < other.upload_id)`,
  findings: () => sql<boolean>`finding_count > 0`,
  delivered_again: () => sql<boolean>`records.id IN (SELECT record_id FROM uploads WHERE version > 1)`,
} satisfies Record<string, (value: string, context: SearchContext) => RawBuilder<boolean>>;

export type RecordFilterName = keyof typeof conditions;
export type RecordFilters = Partial<Record<RecordFilterName, string>>;

/** Whether the admin handles the messages of a record. An admin who owns the record reads it as its vendor. */
const isReviewedBy = (username: string) =>
  sql<boolean>`(assigned_to IS NULL OR assigned_to = ${username}) AND records.username <> ${username}`;

const MAX_SEARCH_WORDS = 10;

/** Finds texts with a word for each given one that starts with it. Splits words as `search_words` in the database does. */
const toPrefixQuery = (text: string): string =>
  text
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== "")
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => `'${word}':*`)
    .join(" & ");

/** Other texts would match the files of most models. */
const looksLikeFileName = (text: string): boolean => /[^\s./]\.[^\s./]/.test(text);

function hasFileWithName(text: string): RawBuilder<boolean> {
  const name = text.trim().toLowerCase().split("/").at(-1)!.slice(0, INDEXED_LENGTH);
  const pattern = `${name.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`records.id IN (SELECT record_id FROM model_files
    WHERE left(lower(substring(path FROM '[^/]*$')), ${sql.lit(INDEXED_LENGTH)}) LIKE ${pattern} AND kind = 'file' AND NOT archived)`;
}

/** The columns of an index, and the key of a record for a cursor. */
const sortKeys = {
  status_changed: {
    column: sql`status_changed_at`,
    toKey: ({ status_changed_at }: ListedRecord) => status_changed_at.toISOString(),
    isKey: (key: string) => !Number.isNaN(new Date(key).getTime()),
    parse: (key: string): Date | string => new Date(key),
  },
  title: {
    column: SORT_TITLE,
    toKey: ({ sort_title }: FoundRecord) => sort_title,
    isKey: () => true,
    parse: (key: string): Date | string => key,
  },
};

export const RECORD_SORTS = Object.keys(sortKeys) as RecordSort[];
export type RecordSort = keyof typeof sortKeys;

type FoundRecord = ListedRecord & { sort_title: string };

export interface RecordSearch {
  filters: RecordFilters;
  sort: RecordSort;
  order: "asc" | "desc";
  context: SearchContext;
}

interface Position {
  key: Date | string;
  id: number;
}

/** Where a page starts: after this record. */
export const formatCursor = (sort: RecordSort, record: FoundRecord): string =>
  `${sortKeys[sort].toKey(record)}_${record.id}`;

/** @throws HttpError 400 for a text that `formatCursor` has not returned */
export function parseCursor(sort: RecordSort, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const separator = cursor.lastIndexOf("_");
  const [key, id] = [cursor.slice(0, separator), cursor.slice(separator + 1)];
  const { isKey, parse } = sortKeys[sort];
  if (separator < 0 || !isRowId(id) || !isKey(key)) throw new HttpError(400, INVALID_CURSOR);
  return { key: parse(key), id: Number(id) };
}

const matchingQuery = (db: Db, { filters, context }: RecordSearch) =>
  db
    .selectFrom("records")
    .where("records.deleted_at", "is", null)
    .where(({ and }) =>
      and(
        Object.entries(filters).map(([name, value]) => conditions[name as RecordFilterName](value, context)),
      ),
    );

const orderedQuery = (db: Db, search: RecordSearch, after?: Position) => {
  const { sort, order } = search;
  const { column } = sortKeys[sort];
  const operator = sql.raw(order === "asc" ? ">" : "<");
  return matchingQuery(db, search)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${column}, records.id) ${operator} (${after!.key}, ${after!.id})`),
    )
    .orderBy(column, order)
    .orderBy("records.id", order);
};

export async function searchRecords(
  db: Db,
  search: RecordSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<FoundRecord[]> {
  const records = await orderedQuery(db, search, after)
    .select(LISTED_COLUMNS)
    .select(SORT_TITLE.as("sort_title"))
    .limit(limit)
    .execute();
  return records.map(withCurrentSchema);
}

/** Ordered, so that the database stops reading the index at the limit. */
async function countRecords(db: Db, search: RecordSearch, after?: Position): Promise<number> {
  const counted = orderedQuery(db, search, after)
    .select("records.id")
    .limit(MAX_COUNTED_RECORDS + 1);
  const { count } = await db
    .selectFrom(counted.as("counted"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export const countMatchingRecords = (db: Db, search: RecordSearch): Promise<number> =>
  countRecords(db, search);

export interface RecordNeighbors {
  /** From 1, counted like the total. Null if the record does not match the filters. */
  position: number | null;
  total: number;
  previous: number | null;
  next: number | null;
}

/** Opening a record marks its messages as read. It keeps its place among the unread ones, so that the next one can be found. */
export async function findNeighbors(
  db: Db,
  search: RecordSearch,
  recordId: number,
): Promise<RecordNeighbors> {
  const filters = { ...search.filters };
  delete filters.unread;
  const total = await countMatchingRecords(db, search);
  const record = await matchingQuery(db, { ...search, filters })
    .where("records.id", "=", recordId)
    .select(LISTED_COLUMNS)
    .select(SORT_TITLE.as("sort_title"))
    .executeTakeFirst();
  if (!record) return { position: null, total, previous: null, next: null };
  const at = parseCursor(search.sort, formatCursor(search.sort, record));
  const reversed = { ...search, order: search.order === "asc" ? "desc" : "asc" } as const;
  const findFirst = (direction: RecordSearch) =>
    orderedQuery(db, direction, at).select("records.id").limit(1).executeTakeFirst();
  const isCounted =
    search.filters.unread === undefined ||
    (await matchingQuery(db, search)
      .where("records.id", "=", recordId)
      .select("records.id")
      .executeTakeFirst()) !== undefined;
  return {
    position: Math.min(await countRecords(db, reversed, at), MAX_COUNTED_RECORDS) + 1,
    total: isCounted ? total : Math.min(total, MAX_COUNTED_RECORDS) + 1,
    previous: (await findFirst(reversed))?.id ?? null,
    next: (await findFirst(search))?.id ?? null,
  };
}

/** How many messages of the vendor are unread; 0 if the admin does not handle the record's messages. */
export const unreadMessageCount = (username: string) => sql<number>`
  CASE WHEN ${UNREAD} AND ${isReviewedBy(username)} THEN (
    SELECT count(*) FROM messages
    WHERE record_id = records.id AND username = records.username AND id > records.agency_read_message_id)
  ELSE 0 END`;

/** How many records have unread messages that the admin handles. */
export const countUnreadRecords = (db: Db, username: string): Promise<number> =>
  countRecordsWhere(db, sql<boolean>`${UNREAD} AND ${isReviewedBy(username)}`);

/** How many records the filter for those that wait for the vendor finds. */
export const countRecordsWaitingForVendor = (db: Db): Promise<number> =>
  countRecordsWhere(db, WAITING_FOR_VENDOR);

async function countRecordsWhere(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom("records")
    .where("deleted_at", "is", null)
    .where(condition)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
