import { endpoints } from "../../../contract/wire/endpoints.ts";
import { schemaOf } from "../../../contract/schema/fields.ts";
import type { Rejection } from "../../../contract/generated/entities.ts";
import { RECORD_IDENTIFIER } from "../../../contract/schema/product.ts";
import type { ReviewFigures } from "../../../contract/reviewFigures.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { recordList } from "./recordFilters.ts";
import type { RecordRow } from "./recordRow.ts";
import { rowOf } from "./recordsDialect.ts";
import type { Dialect, Row } from "./simpleRest.ts";
import { optionalHeader, type Surroundings } from "../calls/vendorCall.ts";
import { unlessNotServed } from "../calls/vendorError.ts";

/** The pending records of all vendors, the longest waiting first. Refused with status 403 to all but the agency's admins. */
export function reviewsDialect({ call, references }: Surroundings): Dialect {
  return {
    async list() {
      const [{ rows }, lists] = await Promise.all([call(endpoints.listReviews), references()]);
      const records = rows.map((row) => rowOf(row, lists)).toSorted(longestWaitingFirst);
      return records as unknown as Row[];
    },
    ...recordList,
  };
}

const longestWaitingFirst = ({ statusInfo: a }: RecordRow, { statusInfo: b }: RecordRow) =>
  a.timeOfLastStatusChange.localeCompare(b.timeOfLastStatusChange);

type WireFigures = Omit<ReviewFigures, "medianDays"> & { median_days: number | null };

/** The agency's decisions, what they come to, and what a vendor does about a rejection. */
export function decisionCalls({ call }: Surroundings) {
  return {
    /** What came to the agency lately and how fast it decided; undefined where the services do not say. */
    async reviewFigures(): Promise<ReviewFigures | undefined> {
      const answer = await unlessNotServed(call(endpoints.reviewFigures));
      const row = answer?.rows[0] as unknown as WireFigures | undefined;
      return row && { deliveries: row.deliveries, decisions: row.decisions, medianDays: row.median_days };
    },
    /**
     * Rejects with status 409 when the record is not pending, while its uploads conflict, and where other files stand than
     * were looked at, by the ETag of their list.
     */
    async acceptRecord(recordId: string, seen?: string): Promise<void> {
      const body = { [RECORD_IDENTIFIER]: recordId };
      await call(endpoints.acceptRecord, { body, headers: optionalHeader("If-Match", seen) });
    },
    /** Rejects with status 409 as an acceptance does but for conflicts, and with 400 without a reason. */
    async rejectRecord(rejection: Rejection, seen?: string): Promise<void> {
      const body = encode(schemaOf("rejection"), { ...rejection }, "write");
      await call(endpoints.rejectRecord, { body, headers: optionalHeader("If-Match", seen) });
    },
    /** Puts a rejected record back in progress. Rejects with status 409 in any other state. */
    async reopenRecord(id: string): Promise<void> {
      await call(endpoints.reopenRecord, { body: { [RECORD_IDENTIFIER]: id } });
    },
    /** Ticks a reason of the last rejection off, or takes the tick away. */
    async answerReason(recordId: string, reasonId: string, answered: boolean): Promise<void> {
      await call(endpoints.answerReason, {
        body: { [RECORD_IDENTIFIER]: recordId, reason_id: reasonId, answered },
      });
    },
  };
}
