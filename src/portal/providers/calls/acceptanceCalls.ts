import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { CallContext } from "./vendorCall.ts";

/** For agency admins. */
export function createAcceptanceCalls({ call }: CallContext) {
  return {
    async listReviewers(): Promise<string[]> {
      const { rows } = await call(endpoints.listReviewers);
      return rows.map(({ username }) => String(username));
    },
    /** Rejects with 409 if there are findings, the record is not pending or its uploads conflict. */
    async acceptWithoutFindings(recordId: string): Promise<void> {
      await call(endpoints.acceptWithoutFindings, { body: { [RECORD_ID_KEY]: recordId } });
    },
    /** Rejects with 409 unless the record is accepted. */
    async reopenAccepted(recordId: string, reason: string): Promise<void> {
      await call(endpoints.reopenAccepted, { body: { [RECORD_ID_KEY]: recordId, reason } });
    },
  };
}
