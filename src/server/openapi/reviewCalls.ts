import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { CallDescription } from "./callDescription.ts";

const group = "Review";
const ADMINS = { 403: "Only the agency's admins may do this." };

export const reviewCalls = {
  listReviews: {
    group,
    summary: "List what waits for review",
    description: "The pending records of all vendors, the longest waiting first.",
    answer: ["record", "metadata"],
    isList: true,
    refusals: ADMINS,
  },
  acceptRecord: {
    group,
    summary: "Accept a record",
    description: "Accepts a pending record; its data is available from then on.",
    also: { [RECORD_IDENTIFIER]: { type: "string" } },
    answer: ["record", "metadata"],
    isList: true,
    refusals: {
      ...ADMINS,
      404: "There is no such record.",
      409: "The record is not pending, or its uploads conflict.",
    },
  },
  rejectRecord: {
    group,
    summary: "Reject a record",
    description: "Returns a pending record to its vendor with a reason.",
    body: "rejection",
    answer: ["record", "metadata"],
    isList: true,
    refusals: {
      ...ADMINS,
      400: "The reason is missing or too long.",
      404: "There is no such record.",
      409: "The record is not pending.",
    },
  },
} satisfies Record<string, CallDescription>;
