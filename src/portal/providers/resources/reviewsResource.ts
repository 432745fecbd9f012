import { endpoints } from "../../../contract/wire/endpoints.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type { Rejection } from "../../../contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import type { ReviewStatistics } from "../../../contract/reviewStatistics.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { recordFilterAndSort } from "./recordFilters.ts";
import type { RecordRow } from "./recordRow.ts";
import { toRecordRow } from "./recordsResource.ts";
import type { VendorResource, Row } from "../vendorHttpClient.ts";
import { buildOptionalHeader, type CallContext } from "../calls/vendorCall.ts";

/** Pending records of all vendors, longest waiting first. Agency admins only, others get 403. */
export function reviewsResource({ call, getReferences }: CallContext): VendorResource {
  return {
    async list() {
      const [{ rows }, lists] = await Promise.all([call(endpoints.listReviews), getReferences()]);
      const records = rows.map((row) => toRecordRow(row, lists)).toSorted(compareLongestWaitingFirst);
      return { rows: records as unknown as Row[] };
    },
    ...recordFilterAndSort,
  };
}

const compareLongestWaitingFirst = ({ statusInfo: a }: RecordRow, { statusInfo: b }: RecordRow) =>
  a.timeOfLastStatusChange.localeCompare(b.timeOfLastStatusChange);

type WireFigures = Omit<ReviewStatistics, "medianDays"> & { median_days: number | null };

export function createReviewCalls({ call }: CallContext) {
  return {
    /** Undefined if the services have no review figures. */
    async getReviewFigures(): Promise<ReviewStatistics | undefined> {
      const { rows } = await call(endpoints.reviewFigures);
      const row = rows[0] as unknown as WireFigures | undefined;
      return row && { deliveries: row.deliveries, decisions: row.decisions, medianDays: row.median_days };
    },
    /**
     * Rejects with 409 if the record is not pending, its uploads conflict, or its files no longer match `filesEtag`.
     */
    async acceptRecord(recordId: string, filesEtag?: string): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId };
      await call(endpoints.acceptRecord, { body, headers: buildOptionalHeader("If-Match", filesEtag) });
    },
    /** Rejects with 409 as `acceptRecord` does, except for conflicts, and with 400 without a reason. */
    async rejectRecord(rejection: Rejection, filesEtag?: string): Promise<void> {
      const body = encode(getSchema("rejection"), { ...rejection }, "write");
      await call(endpoints.rejectRecord, { body, headers: buildOptionalHeader("If-Match", filesEtag) });
    },
    /** Rejects with 409 unless the record is rejected. */
    async reopenRecord(id: string): Promise<void> {
      await call(endpoints.reopenRecord, { body: { [RECORD_ID_KEY]: id } });
    },
    async setReasonAnswered(recordId: string, reasonId: string, answered: boolean): Promise<void> {
      await call(endpoints.answerReason, {
        body: { [RECORD_ID_KEY]: recordId, reason_id: reasonId, answered },
      });
    },
  };
}
