import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Kysely } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { MailFrequency } from "../../contract/mailFrequency.ts";
import type { Status } from "../../contract/status.ts";

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type JsonDocument = JSONColumnType<JsonObject, string, string>;
type NullableJsonDocument = JSONColumnType<JsonObject | null, string | null, string | null>;

/** People who can sign in. `id` is also the id of their contact. */
export interface AccountsTable {
  id: number;
  username: string;
  password_hash: string;
  roles: string[];
  /** Raising it ends every open session of the account. */
  session_version: Generated<number>;
  disabled_at: NullableTime;
  mail_frequency: Generated<MailFrequency>;
}

interface ContactsTable {
  id: Generated<number>;
  document: JsonDocument;
  schema_version: Generated<number>;
  /** Grows with every change; part of the ETag. */
  revision: Generated<number>;
  updated_at: Time;
  updated_by: string | null;
}

interface ReferenceItemsTable {
  list: string;
  id: string;
  position: number;
  document: JsonDocument;
}

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
  /** The last message that a reviewer of the record has read. Vendors must not see it. */
  agency_read_message_id: Generated<number>;
}

/** The contacts that the metadata of a record names. */
interface RecordContactsTable {
  contact_id: string;
  record_id: number;
}

/** The counties of pending records. Triggers keep it up to date. */
interface PendingCountiesTable {
  record_id: number;
  county: string;
}

/** What a user typed but did not save. */
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

/** Responses to creates that carried an idempotency key, so that a retry gets the same response. */
export interface IdempotencyKeysTable {
  username: string;
  key: string;
  route: string;
  body_hash: string;
  response: JsonDocument;
  created_at: Time;
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
interface RecordViewersTable {
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
}

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

export interface UploadsTable {
  id: string;
  record_id: number;
  username: string;
  /** Incoming folder in the store, the only one that the upload link may write to. */
  folder: string;
  blob_name: string;
  /** SHA-256 of the upload token; only the vendor's script holds the token. */
  token_hash: string;
  /** Version number of the model, from 1; null until cataloged. */
  version: Generated<number | null>;
  /** Of a correction: the upload whose files it keeps where the zip does not replace them. */
  corrected_upload_id: Generated<string | null>;
  excluded_paths: Generated<string[]>;
  requested_at: Time;
  expires_at: Time;
  revoked_at: NullableTime;
  received_bytes: Generated<number>;
  received_writes: Generated<number>;
  /** When the script last started to send a zip, and the size of that zip. */
  transfer_started_at: NullableTime;
  transfer_size: number | null;
  /** Uncommitted bytes of an earlier, interrupted zip, left in the store at that time. */
  stale_bytes: Generated<number>;
  declared_name: string | null;
  declared_size: number | null;
  declared_sha256: string | null;
  incoming_etag: string | null;
  incoming_deleted_at: NullableTime;
  snapshot_size: number | null;
  snapshot_sha256: string | null;
  /** Total size of the files in the zip, set when the zip is checked. */
  extracted_size: number | null;
  sent_at: NullableTime;
  received_at: NullableTime;
  checked_at: NullableTime;
  extracted_at: NullableTime;
  cataloged_at: NullableTime;
  failed_at: NullableTime;
  /** Errors that ended the processing, one per line. */
  error_text: string | null;
  /** The waiting or running job that processes the upload. */
  job_id: number | null;
  receipt: NullableJsonDocument;
  /** The number of warnings in the receipt. */
  warning_count: GeneratedAlways<number>;
}

/** Files that a running extraction has stored so far; deleted when the upload is cataloged. */
export interface ExtractedFilesTable {
  upload_id: string;
  /** Includes the root folder. */
  path_in_zip: string;
  path: string;
  mime_type: string;
  size: number;
  sha256: string;
  crc32: number | null;
  dos_time: number | null;
}

/** The catalog: one row per zip, and per file and folder extracted from it. */
export interface ModelFilesTable {
  id: Generated<number>;
  record_id: number;
  upload_id: string;
  kind: "zip" | "file" | "directory";
  /** Inside the model; for the zip, its file name. */
  path: string;
  /** Below the record's folder in the store; empty for directories. */
  blob_path: string;
  mime_type: string;
  size: number;
  sha256: string;
  crc32: number | null;
  dos_time: number | null;
  username: string;
  uploaded_at: Time;
  archived: Generated<boolean>;
  /** One number per record and path, set once versions of the path differ. */
  conflict_number: number | null;
}

export interface ResolutionsTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  kept_upload_id: string | null;
  kept_file_ids: Generated<number[]>;
  archived_file_ids: number[];
  restored_file_ids: Generated<number[]>;
  upload_version: number | null;
  document: JsonDocument;
  resolved_at: Time;
  /** Applying or undoing it last moved the record from pending to in progress; the opposite moves it back. */
  left_review: Generated<boolean>;
  undone_at: NullableTime;
  undone_by: string | null;
}

export interface SpatialExtentsTable {
  stored_name: string;
  username: string;
  original_name: string;
  size: number;
  sha256: string;
  uploaded_at: Time;
  /** Whether a record has ever named it: its history keeps it. */
  is_saved: Generated<boolean>;
}

/** Facts about the installation that are set once, such as whether it was seeded. */
interface SettingsTable {
  name: string;
  value: string;
}

/** Who did what, and from which address. A trigger rejects updates and deletes. */
export interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  event: string;
  username: string | null;
  address: string | null;
  record_id: number | null;
  detail: JsonDocument;
}

export interface Database {
  accounts: AccountsTable;
  contacts: ContactsTable;
  reference_items: ReferenceItemsTable;
  records: RecordsTable;
  record_contacts: RecordContactsTable;
  pending_counties: PendingCountiesTable;
  drafts: DraftsTable;
  history: HistoryTable;
  idempotency_keys: IdempotencyKeysTable;
  messages: MessagesTable;
  notes: NotesTable;
  notifications: NotificationsTable;
  record_viewers: RecordViewersTable;
  rejection_reasons: RejectionReasonsTable;
  jobs: JobsTable;
  outbox: OutboxTable;
  uploads: UploadsTable;
  extracted_files: ExtractedFilesTable;
  model_files: ModelFilesTable;
  resolutions: ResolutionsTable;
  spatial_extents: SpatialExtentsTable;
  settings: SettingsTable;
  audit_log: AuditLogTable;
}

export type Db = Kysely<Database>;
