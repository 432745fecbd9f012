import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { CallDescription } from "./callDescription.ts";

const group = "Records";
const NO_RECORD = { 404: "There is no such record, or it is another vendor's." };
const ONE_RECORD = { [RECORD_IDENTIFIER]: { type: "string" } };
const ONCE = {
  "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one record.",
};
const BY = { userId: { type: "string", description: "The signed-in user's contact id." } };

export const recordCalls = {
  listRecords: {
    group,
    summary: "List the user's records",
    description:
      "All records of the signed-in user, the latest change of status first. Answers 304 to an If-None-Match that is still right.",
    answer: ["record", "metadata"],
    isList: true,
    headers: { "If-None-Match": "The ETag of an earlier answer." },
    refusals: { 403: "The user name is another user's." },
  },
  getRecord: {
    group,
    summary: "Read one record",
    description:
      "A record of one's own, or any for the agency's admins. The ETag is the If-Match of a later save.",
    answer: ["record", "metadata"],
    isList: true,
    headers: { "If-None-Match": "The ETag of an earlier answer." },
    refusals: NO_RECORD,
  },
  addRecord: {
    group,
    summary: "Add a record",
    description: "Adds a record in progress with this metadata, and answers it with its new id.",
    body: "metadata",
    also: BY,
    answer: ["record", "metadata"],
    isList: true,
    headers: ONCE,
    refusals: { 400: "The metadata breaks rules; faults names each field and its wording." },
  },
  saveRecord: {
    group,
    summary: "Save a record",
    description:
      "Puts new metadata in place of the old and keeps both in the record's history. Every field is sent, an emptied one as empty.",
    body: "metadata",
    also: { ...ONE_RECORD, ...BY },
    answer: ["record", "metadata"],
    isList: true,
    headers: { "If-Match": "The ETag the record was read with; without it, the save goes over any version." },
    refusals: {
      400: "The metadata breaks rules; faults names each field and its wording.",
      409: "The record is not in progress, or was saved since it was read: savedBy, savedAt, etag and current say by whom, when and what it is now.",
      ...NO_RECORD,
    },
  },
  duplicateRecord: {
    group,
    summary: "Duplicate a record",
    description: "Adds a record in progress with the same metadata, and answers it with its new id.",
    also: ONE_RECORD,
    answer: ["record", "metadata"],
    isList: true,
    headers: ONCE,
    refusals: NO_RECORD,
  },
  deleteRecord: {
    group,
    summary: "Delete a record",
    description: "Hides a record, in whatever status it is. Nothing of it is destroyed.",
    also: ONE_RECORD,
    answer: ["record", "metadata"],
    isList: true,
    refusals: NO_RECORD,
  },
  listHistory: {
    group,
    summary: "List a record's history",
    description:
      "Every version that was saved, the newest first; values stand under the read names, with user_first_name, user_last_name, user_id, username, record_updated_date and schema_version. old_values is null for the first.",
    answer: ["history-entry"],
    isList: true,
    refusals: NO_RECORD,
  },
  listMessages: {
    group,
    summary: "List a record's messages",
    description: "The thread between a record's vendor and the agency's admins, the oldest message first.",
    answer: ["message"],
    isList: true,
    refusals: NO_RECORD,
  },
  sendMessage: {
    group,
    summary: "Send a message",
    description: "Adds a message to the thread of one's own record, or of any for the agency's admins.",
    body: "message",
    answer: ["message"],
    headers: ONCE,
    refusals: {
      400: "The message is empty or too long.",
      403: "The user name is another user's.",
      ...NO_RECORD,
    },
  },
  listNotifications: {
    group,
    summary: "List a record's notifications",
    description:
      "What the agency, or the processing of an upload, said as the record reached its statuses. The latest of the present status holds the reason of a rejection.",
    answer: ["notification"],
    isList: true,
    refusals: NO_RECORD,
  },
} satisfies Record<string, CallDescription>;
