import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { MAX_COUNTED_RECORDS, MAX_FILTER_LENGTH } from "../../../contract/review/recordSearch.ts";
import { STATUSES } from "../../../contract/status.ts";
import { encodeRecords } from "../../records/encodeRecords.ts";
import type { Services } from "../../services.ts";
import { listVendors } from "../../stores/accountStore.ts";
import { listReviewActivity } from "../../stores/records/recordActivityStore.ts";
import {
  countMatchingRecords,
  countUnreadRecords,
  findNeighbors,
  formatCursor,
  parseCursor,
  RECORD_SORTS,
  searchRecords,
  type RecordFilterName,
  type RecordFilters,
  type RecordSearch,
  type RecordSort,
} from "../../stores/records/recordSearchStore.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { ADMINS_ONLY, ADMINS_ONLY_RECORD, defineOperation } from "../operation.ts";
import { PAGE_QUERY, sendPage } from "../paging.ts";
import { requireAdmin } from "../requests.ts";

/** PostgreSQL does not accept the character U+0000. */
const textFilter = (description: string) => ({
  type: "string",
  minLength: 1,
  maxLength: MAX_FILTER_LENGTH,
  pattern: "^[^\\u0000]*$",
  description,
});
const flag = (description: string) => ({ type: "string", enum: ["true"], description });

const FILTERS: Record<RecordFilterName, JsonObject> = {
  q: textFilter(
    "Words of the model's name, its identifier or the vendor, or the beginnings of such words; or the id of the record; or the name of a current file with its extension, such as denton.p01, or the beginning of it.",
  ),
  status: { type: "string", enum: STATUSES, description: "Records with this status." },
  vendor: textFilter("Records of the vendor with this user name."),
  region: textFilter("Records of this region."),
  county: textFilter("Records that list this county."),
  assigned: {
    type: "string",
    enum: ["me", "none"],
    description: "Records assigned to the caller, or to no reviewer.",
  },
  overdue: flag("Records that have been pending for 14 days or more."),
  waiting_for_vendor: flag(
    "Rejected records, records with requested changes, and records in progress or pending whose last message is from the agency.",
  ),
  unread: flag("Records with unread messages of the vendor, assigned to the caller or to no reviewer."),
  conflicts: flag("Records with conflicts between their uploads."),
  findings: flag("Pending records whose review shows findings that the vendor did not correct."),
  delivered_again: flag("Records with two or more versions of the model."),
};

const DEFAULT_SORT = "status_changed";
const DEFAULT_ORDER = "asc";
const DEFAULT_LIMIT = "25";

const SEARCH_QUERY = {
  ...FILTERS,
  sort: { type: "string", enum: RECORD_SORTS, default: DEFAULT_SORT },
  order: { type: "string", enum: ["asc", "desc"], default: DEFAULT_ORDER },
};

const listAllRecordsCall = defineOperation("listAllRecords", {
  tag: "Review",
  summary: "Search the records of all vendors",
  description: `Returns one page of the records of all vendors that match every given filter, in any status. unread_messages is the number of the vendor's messages that no reviewer has read. numberMatched is counted up to ${MAX_COUNTED_RECORDS + 1}, which means more than ${MAX_COUNTED_RECORDS}.`,
  query: {
    ...SEARCH_QUERY,
    limit: { ...PAGE_QUERY.limit, default: DEFAULT_LIMIT },
    after: { ...PAGE_QUERY.after, ...textFilter(PAGE_QUERY.after.description), maxLength: 400 },
  },
  response: "Record",
  isList: true,
  isPaged: true,
  errors: { 400: "A filter or the parameter after is not valid.", ...ADMINS_ONLY },
});

const recordNeighborsCall = defineOperation("recordNeighbors", {
  tag: "Review",
  summary: "Find the previous and the next record of a search",
  description: `Returns the position of a record among the records that match the filters, and the records before and after it. All are null if the record does not match; a record whose messages were read still matches the filter unread. total and position are counted up to ${MAX_COUNTED_RECORDS + 1}.`,
  query: SEARCH_QUERY,
  response: "RecordNeighbors",
  errors: ADMINS_ONLY_RECORD,
});

const countUnreadCall = defineOperation("countUnread", {
  tag: "Review",
  summary: "Count the records with unread messages",
  description:
    "Returns how many records have messages of their vendor that no reviewer has read: records that are assigned to the caller, or to no reviewer.",
  response: "UnreadRecords",
  errors: ADMINS_ONLY,
});

const listVendorsCall = defineOperation("listVendors", {
  tag: "Review",
  summary: "List the vendors",
  description: "Returns the user names of all vendors, to filter records by them.",
  response: "Vendor",
  isList: true,
  errors: ADMINS_ONLY,
});

interface SearchQuery extends RecordFilters {
  sort?: RecordSort;
  order?: "asc" | "desc";
}

const pickFilters = (query: SearchQuery): RecordFilters =>
  Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(FILTERS, name)));

export function reviewQueueRoutes(app: FastifyInstance, { db, now }: Services): void {
  const toSearch = ({ user }: FastifyRequest, query: SearchQuery): RecordSearch => ({
    filters: pickFilters(query),
    sort: query.sort ?? DEFAULT_SORT,
    order: query.order ?? DEFAULT_ORDER,
    context: { username: user.username, now: now() },
  });

  app.route<{ Querystring: SearchQuery & { limit?: string; after?: string } }>({
    ...listAllRecordsCall,
    preHandler: requireAdmin,
    handler: async (request, reply) => {
      const { user, query } = request;
      const search = toSearch(request, query);
      const after = parseCursor(search.sort, query.after);
      const [records, references, numberMatched] = await Promise.all([
        sendPage(request, reply, {
          query: { limit: DEFAULT_LIMIT, ...query },
          list: (limit) => searchRecords(db, search, { after, limit: limit! }),
          getCursor: (record) => formatCursor(search.sort, record),
        }),
        loadReferences(db),
        countMatchingRecords(db, search),
      ]);
      const activity = await listReviewActivity(db, records, user.username);
      for (const listed of activity.values()) listed.unreadMessages = listed.unreadByReviewers;
      return { ...encodeRecords(user, records, references, activity), numberMatched };
    },
  });

  app.route<{ Params: { recordId: string }; Querystring: SearchQuery }>({
    ...recordNeighborsCall,
    preHandler: requireAdmin,
    handler: async (request) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      const search = toSearch(request, request.query);
      const { position, total, previous, next } = await findNeighbors(db, search, id);
      const toText = (neighbor: number | null) => (neighbor === null ? null : String(neighbor));
      return {
        position,
        total,
        previous: toText(previous),
        next: toText(next),
      };
    },
  });

  app.route({
    ...countUnreadCall,
    preHandler: requireAdmin,
    handler: async ({ user }) => ({ unread_records: await countUnreadRecords(db, user.username) }),
  });

  app.route({
    ...listVendorsCall,
    preHandler: requireAdmin,
    handler: async () => (await listVendors(db)).map((username) => ({ username })),
  });
}
