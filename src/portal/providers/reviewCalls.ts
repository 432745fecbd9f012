import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import type { Rejection } from "../../contract/generated/entities.ts";
import type { ModelRecord } from "../../contract/modelRecord.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { References } from "../../contract/references.ts";
import { encode } from "../../contract/wire.ts";
import { createRecordReader } from "./recordReader.ts";
import type { RecordRow } from "./recordsDialect.ts";
import type { VendorCall } from "./vendorCall.ts";
import { isNotServed } from "./vendorError.ts";

interface Surroundings {
  call: VendorCall;
  references: () => Promise<References>;
}

/** What the agency's admins do with records. The services refuse everybody else with status 403. */
export function reviewCalls({ call, references }: Surroundings) {
  const readList = createRecordReader(longestWaitingFirst);
  return {
    /** The pending records of all vendors, the longest waiting first; undefined where the services know no reviews. */
    async listReviews(): Promise<RecordRow[] | undefined> {
      try {
        const [{ rows }, lists] = await Promise.all([call(endpoints.listReviews), references()]);
        return readList(rows, lists);
      } catch (error) {
        if (isNotServed(error)) return undefined;
        throw error;
      }
    },
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

const longestWaitingFirst = (a: ModelRecord, b: ModelRecord) =>
  a.statusInfo.timeOfLastStatusChange.localeCompare(b.statusInfo.timeOfLastStatusChange);
