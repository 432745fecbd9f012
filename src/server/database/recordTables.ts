import type { Generated, GeneratedAlways } from "kysely";
import type { Status } from "../../contract/status.ts";
import type { JsonDocument, NullableJsonDocument, NullableTime, Time } from "./columnTypes.ts";

export interface RecordsTable {
  id: Generated<number>;
  username: string;
  status: Status;
  status_changed_at: Time;
  metadata: JsonDocument;
  schema_version: number;
  /** Grows with every change of the row; part of the ETag. */
  revision: Generated<number>;
  /** The last message that the vendor has read; 0 before the first. */
  last_read_message_id: Generated<number>;
  /** The model identifier in the metadata, for finding records with the same one. */
  identifier: Generated<string>;
  /** Title, region and counties in the metadata, for finding and sorting records. */
  title: Generated<string>;
  region: Generated<string>;
  counties: Generated<string[]>;
  /** The words of title, identifier and user name. */
  words: GeneratedAlways<string>;
  /** The accepted record that this one is a new version of. */
  previous_record_id: Generated<number | null>;
  created_at: Time;
  updated_at: Time;
  /** The agency's last decision requested changes, and no model was delivered since. */
  changes_requested: Generated<boolean>;
  /** Set while the record is in the trash. */
  deleted_at: NullableTime;
  /** The reviewer who handles the record. Vendors must not see it, so it does not raise the revision. */
  assigned_to: Generated<string | null>;
  /** The last messages of the record's vendor and of the agency's admins; 0 before the first. */
  last_vendor_message_id: Generated<number>;
  last_agency_message_id: Generated<number>;
  /** The findings of the review; null unless the record is pending, and until they are counted. */
  finding_count: Generated<number | null>;
  /** The rules they were counted under. */
  finding_rules: Generated<string | null>;
  /** The last message that a reviewer of the record has read. Vendors must not see it. */
  agency_read_message_id: Generated<number>;
}

/** The contacts that the metadata of a record names. */
export interface RecordContactsTable {
  contact_id: string;
  record_id: number;
}

/** The counties of pending records. Triggers keep it up to date. */
export interface PendingCountiesTable {
  record_id: number;
  county: string;
}

/** Records whose findings must be counted again. */
export interface FindingCountRequestsTable {
  id: Generated<number>;
  record_id: number;
}

/** What a user typed but did not save or send. */
export interface DraftsTable {
  username: string;
  key: string;
  /** Null for a record that was never saved. */
  record_id: number | null;
  /** Grows with every save. */
  revision: number;
  /** The browser window of the last save. */
  window_id: string;
  /** What a list shows of the draft. */
  summary: JsonDocument;
  content: JsonDocument;
  saved_at: Time;
}

export interface HistoryTable {
  id: Generated<number>;
  record_id: number;
  account_id: number;
  username: string;
  first_name: string;
  last_name: string;
  old_metadata: NullableJsonDocument;
  new_metadata: JsonDocument;
  schema_version: number;
  upload_version: number | null;
  saved_at: Time;
}

export interface MessagesTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  content: string;
  document: JsonDocument;
  schema_version: Generated<number>;
  upload_version: number | null;
  sent_at: Time;
}

/** Why a record reached a status: written by a reviewer or by upload processing. */
export interface NotificationsTable {
  id: Generated<number>;
  record_id: number;
  status: Status;
  content: string;
  username: string;
  upload_version: number | null;
  created_at: Time;
  /** A rejection that reopened the record at once. */
  requests_changes: Generated<boolean>;
  /** Why a record with open findings was accepted. Vendors must not see it. */
  note: Generated<string>;
  /** What the reviewer checked before the decision; null without any entry. Vendors must not see it. */
  checklist: NullableJsonDocument;
  /** Of the checklist's schema. */
  checklist_version: number | null;
}

/** Internal notes of the agency. Vendors must not see them. */
export interface NotesTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  content: string;
  written_at: Time;
}

/** Agency admins who have a record's page open, or had it. */
export interface RecordViewersTable {
  record_id: number;
  username: string;
  seen_at: Time;
}

export interface RejectionReasonsTable {
  id: Generated<number>;
  notification_id: number;
  /** Null for one about the whole record. */
  kind: "field" | "file" | "finding" | null;
  /** Field name in the schema, or path inside the model. */
  name: string | null;
  content: string;
  blocking: Generated<boolean>;
  answered_at: NullableTime;
  /** What the vendor wrote; empty if the vendor corrected it. */
  answer: Generated<string>;
  /** What the portal had found, if the change was requested for it. Only agency admins see it. */
  finding: Generated<string | null>;
}
