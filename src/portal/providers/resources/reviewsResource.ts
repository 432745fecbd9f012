import type { GetListParams, GetListResult } from "react-admin";
import { MAX_COUNTED_RECORDS } from "../../../contract/review/recordSearch.ts";
import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../../contract/schema/emptyValues.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type { Rejection } from "../../../contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import type { Status } from "../../../contract/status.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { toRecordRow } from "./recordsResource.ts";
import type { VendorResource, Row } from "../vendorHttpClient.ts";
import { buildOptionalHeader, type CallContext } from "../calls/vendorCall.ts";
import type { VendorResponse } from "../calls/vendorResponse.ts";

/** Stored in the URL. The names are those of the call's parameters. */
export interface ReviewFilter {
  q?: string;
  status?: Status;
  vendor?: string;
  region?: string;
  county?: string;
  assigned?: "me" | "none";
  overdue?: true;
  waiting_for_vendor?: true;
  unread?: true;
  conflicts?: true;
  findings?: true;
  delivered_again?: true;
}

/** What admins see first: the records to decide about, longest waiting first. */
export const DEFAULT_REVIEW_FILTER: ReviewFilter = { status: "pending" };
export const DEFAULT_REVIEW_SORT = { field: "status_changed", order: "ASC" } as const;

const MAX_PAGE_SIZE = 1000;

const isSet = (value: unknown) => value !== undefined && value !== null && value !== "";

type SearchParams = Pick<GetListParams, "filter" | "sort">;

const toSearchQuery = ({
  filter = {},
  sort = DEFAULT_REVIEW_SORT,
}: SearchParams): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(filter as ReviewFilter).flatMap(([name, value]) =>
      isSet(value) ? [[name, String(value)]] : [],
    ),
  ),
  // The browser may have stored the sort of an earlier version, or of an edited URL.
  sort: sort.field === "title" ? "title" : DEFAULT_REVIEW_SORT.field,
  order: sort.order === "DESC" ? "desc" : "asc",
});

/** Records of all vendors, paged by the server. Agency admins only, others get 403. */
export function reviewsResource({ call, getReferences }: CallContext): VendorResource {
  /** Where the known pages of each search start. */
  const startsBySearch = new Map<string, (string | undefined)[]>();

  /** From the last known page on, because each page tells where the next one starts. */
  async function loadPage(query: Record<string, string>, page: number): Promise<VendorResponse> {
    const search = JSON.stringify(query);
    const starts = startsBySearch.get(search) ?? [undefined];
    startsBySearch.set(search, starts);
    for (let index = Math.min(page, starts.length) - 1; ; index++) {
      const after = starts[index];
      const response = await call(endpoints.listAllRecords, {
        query: { ...query, ...(after !== undefined && { after }) },
      });
      starts.length = index + 1;
      if (response.nextCursor !== undefined) starts.push(response.nextCursor);
      if (index === page - 1) return response;
      if (response.nextCursor === undefined) return { ...response, rows: [] };
    }
  }

  return {
    async getPage(params: GetListParams): Promise<GetListResult<Row>> {
      const { page = 1, perPage = MAX_PAGE_SIZE } = params.pagination ?? {};
      const query = { ...toSearchQuery(params), limit: String(Math.min(perPage, MAX_PAGE_SIZE)) };
      const [{ rows, nextCursor, numberMatched = rows.length }, references] = await Promise.all([
        loadPage(query, page),
        getReferences(),
      ]);
      return {
        data: rows.map((row) => toRecordRow(row, references)) as unknown as Row[],
        ...(numberMatched <= MAX_COUNTED_RECORDS && { total: numberMatched }),
        pageInfo: { hasNextPage: nextCursor !== undefined, hasPreviousPage: page > 1 },
      };
    },
  };
}

export interface ReasonAnswer {
  answered: boolean;
  /** Undefined leaves the stored one. Empty: the vendor corrected it. */
  answer?: string;
}

export interface RecordNeighbors {
  /** Null if the record does not match the filters. Counted up to a maximum, like the total. */
  position: number | null;
  total: number;
  previous: string | null;
  next: string | null;
}

interface DecisionOptions {
  /** Of the file list that the reviewer saw. */
  filesEtag?: string | undefined;
  /** What the reviewer checked. */
  checklist?: JsonObject | undefined;
}

const encodeRejection = (rejection: Rejection) => encode(getSchema("rejection"), { ...rejection }, "write");

/** An empty checklist is left out. */
const encodeChecklist = (checklist: JsonObject) =>
  isEqualIgnoringEmpty(checklist, {})
    ? {}
    : { checklist: encode(getSchema("review-checklist"), checklist, "write") };

export function createReviewCalls({ call }: CallContext) {
  const decide = (endpoint: Endpoint, body: JsonObject, { checklist = {}, filesEtag }: DecisionOptions) =>
    call(endpoint, {
      body: { ...body, ...encodeChecklist(checklist) },
      headers: buildOptionalHeader("If-Match", filesEtag),
    });
  return {
    /** Undefined if the services have no such call. */
    async findNeighbors(recordId: string, params: SearchParams): Promise<RecordNeighbors | undefined> {
      const { rows } = await call(endpoints.recordNeighbors, {
        params: { recordId },
        query: toSearchQuery(params),
      });
      return rows[0] as unknown as RecordNeighbors | undefined;
    },
    async countUnreadRecords(): Promise<number> {
      const { rows } = await call(endpoints.countUnread);
      return Number(rows[0]?.unread_records ?? 0);
    },
    async listVendors(): Promise<string[]> {
      const { rows } = await call(endpoints.listVendors);
      return rows.map(({ username }) => String(username));
    },
    /** Rejects with 409 if the record is not pending, its uploads conflict, or its files no longer match `filesEtag`. */
    async acceptRecord(
      recordId: string,
      { note, checklist, filesEtag }: DecisionOptions & { note?: string | undefined } = {},
    ): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId, ...(note !== undefined && { note }) };
      await decide(endpoints.acceptRecord, body, { checklist, filesEtag });
    },
    /** Rejects with 409 as `acceptRecord` does, except for conflicts, and with 400 without a reason. */
    async rejectRecord(rejection: Rejection, options: DecisionOptions = {}): Promise<void> {
      await decide(endpoints.rejectRecord, encodeRejection(rejection), options);
    },
    /** Rejects as `rejectRecord` does. */
    async requestChanges(rejection: Rejection, options: DecisionOptions = {}): Promise<void> {
      await decide(endpoints.requestChanges, encodeRejection(rejection), options);
    },
    /** Rejects with 409 unless the record is rejected. */
    async reopenRecord(id: string): Promise<void> {
      await call(endpoints.reopenRecord, { body: { [RECORD_ID_KEY]: id } });
    },
    /** Without `answer`, the stored answer stays. */
    async answerReason(recordId: string, reasonId: string, answer: ReasonAnswer): Promise<void> {
      await call(endpoints.answerReason, {
        body: { [RECORD_ID_KEY]: recordId, reason_id: reasonId, ...answer },
      });
    },
  };
}
