import type { Generated } from "kysely";
import type { JsonDocument, NullableTime, Time } from "./columnTypes.ts";

/** Work that waits or runs in the background. A finished job is deleted. */
export interface JobsTable {
  id: Generated<number>;
  kind: string;
  /** Vendors take turns, and each has a limit. Null for repeated tasks, which have no limit. */
  vendor: string | null;
  payload: JsonDocument;
  /** Becomes due again after it ends; one job per kind and installation. */
  is_repeated: Generated<boolean>;
  due_at: Time;
  leased_until: NullableTime;
  /** Grows with every claim, so a worker that lost its lease can change nothing (fencing token). */
  claim_number: Generated<number>;
  /** Since the job was enqueued or last succeeded. */
  failed_attempts: Generated<number>;
  /** Error of the last failed attempt. */
  error_text: string | null;
  /** When the last attempt failed; a dead job is not claimed. */
  dead_at: NullableTime;
  created_at: Time;
}

export type OutboxState = "waiting" | "sent" | "failed" | "kept";

/** One event for a mail to one user, inserted in the transaction of the event. */
export interface OutboxTable {
  id: Generated<number>;
  /** Items with the same id are one mail; part of its Message-ID. Null while the item waits for the daily mail. */
  mail_id: string | null;
  account_id: number;
  /** Null if the item is about several records. */
  record_id: number | null;
  title: string;
  identifier: string;
  sentence: string;
  details: string;
  /** Of the link, below the portal's address. */
  path: string;
  /** A second item with the same key is not inserted. */
  once_key: string | null;
  /** "kept": no mail server was configured when it was due. */
  state: Generated<OutboxState>;
  error_text: string | null;
  created_at: Time;
  sent_at: NullableTime;
}
