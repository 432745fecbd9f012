import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import type { Rejection } from "../../contract/generated/entities.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { References } from "../../contract/references.ts";
import { encode } from "../../contract/wire.ts";
import { recordList } from "./recordFilters.ts";
import { rowOf, type RecordRow } from "./recordsDialect.ts";
import type { Dialect, Row } from "./simpleRest.ts";
import type { VendorCall } from "./vendorCall.ts";

interface Surroundings {
  call: VendorCall;
  references: () => Promise<References>;
}

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

/** The agency's decisions. */
export function decisionCalls({ call }: Pick<Surroundings, "call">) {
  return {
    /** Rejects with status 409 when the record is not pending, or while its uploads conflict. */
    async acceptRecord(recordId: string): Promise<void> {
      await call(endpoints.acceptRecord, { body: { [RECORD_IDENTIFIER]: recordId } });
    },
    /** Rejects with status 409 when the record is not pending, and with 400 without a reason. */
    async rejectRecord(rejection: Rejection): Promise<void> {
      await call(endpoints.rejectRecord, { body: encode(schemaOf("rejection"), { ...rejection }, "write") });
    },
  };
}
