import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { CallContext } from "./vendorCall.ts";

export interface ReviewNote {
  id: string;
  username: string;
  content: string;
  date: string;
}

/** Who reviews a record, and the agency's internal notes about it. Vendors cannot read it. */
export interface ReviewDesk {
  assignedTo: string | null;
  /** Oldest first. */
  notes: ReviewNote[];
  reviewers: string[];
  /** Other agency admins who have the record open. */
  viewers: string[];
}

const toDesk = (row: unknown): ReviewDesk => {
  const { assigned_to, ...desk } = row as Omit<ReviewDesk, "assignedTo"> & { assigned_to: string | null };
  return { ...desk, assignedTo: assigned_to };
};

export function createDeskCalls({ call }: CallContext) {
  return {
    /** Undefined if the services have no assignments. */
    async getReviewDesk(recordId: string): Promise<ReviewDesk | undefined> {
      const { rows } = await call(endpoints.getReviewDesk, { params: { recordId } });
      return rows[0] && toDesk(rows[0]);
    },
    /** Rejects with 409 if the record is no longer assigned to `previous`. */
    async assignRecord(
      recordId: string,
      { assignee, previous }: { assignee: string | null; previous: string | null },
    ): Promise<ReviewDesk> {
      const body = { [RECORD_ID_KEY]: recordId, assigned_to: assignee, previous };
      const { rows } = await call(endpoints.assignRecord, { body });
      return toDesk(rows[0]);
    },
    async addNote(recordId: string, content: string, idempotencyKey: string): Promise<ReviewDesk> {
      const headers = { "Idempotency-Key": idempotencyKey };
      const { rows } = await call(endpoints.addNote, {
        body: { [RECORD_ID_KEY]: recordId, content },
        headers,
      });
      return toDesk(rows[0]);
    },
  };
}
