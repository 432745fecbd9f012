import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Bag } from "../../contract/fields.ts";
import type { Status } from "../../contract/status.ts";

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Document = JSONColumnType<Bag, string, string>;

/** People who can sign in. `id` is their contact's id too. */
export interface AccountsTable {
  id: number;
  username: string;
  password_hash: string;
  roles: string[];
  /** Sessions opened under an earlier one have ended. */
  session_version: Generated<number>;
  disabled_at: NullableTime;
}

/** Contacts, each a document of the contact schema in our names. */
export interface ContactsTable {
  id: Generated<number>;
  document: Document;
  schema_version: Generated<number>;
  updated_at: Time;
  updated_by: string | null;
}

/** Lists the services answer: agencies, contact roles, software, collections; documents in our names. */
export interface ReferenceItemsTable {
  list: string;
  id: string;
  position: number;
  document: Document;
}

/** Records. The metadata is one document: its shape is the schema's business, not the database's. */
export interface RecordsTable {
  id: Generated<number>;
  username: string;
  status: Status;
  status_changed_at: Time;
  metadata: Document;
  schema_version: number;
  /** Grows with every change of the row; the ETag. */
  version: Generated<number>;
  /** The last message of its thread that its vendor has read; 0 before the first. */
  last_read_message: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: NullableTime;
}

/** One saved version of a record's metadata, in our names. */
export interface HistoryTable {
  id: Generated<number>;
  record_id: number;
  account_id: number;
  username: string;
  first_name: string;
  last_name: string;
  old_metadata: JSONColumnType<Bag | null, string | null, string | null>;
  new_metadata: Document;
  schema_version: number;
  /** The newest version of the model at the time. */
  upload_version: number | null;
  saved_at: Time;
}

/** Answers to creates that carried an idempotency key, so that a retry gets the same answer. */
export interface IdempotencyTable {
  username: string;
  key: string;
  call: string;
  status: number;
  /** SHA-256 of the body the key was used with; none of answers from before it was kept. */
  body_hash: string | null;
  answer: Document;
  created_at: Time;
}

export interface MessagesTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  content: string;
  /** What the sender wrote, as the message schema says. */
  document: Document;
  schema_version: Generated<number>;
  upload_version: number | null;
  sent_at: Time;
}

/** What the agency, or the processing of an upload, said when a record reached a status. */
export interface NotificationsTable {
  id: Generated<number>;
  record_id: number;
  status: Status;
  content: string;
  username: string;
  upload_version: number | null;
  created_at: Time;
}

/** One reason of a rejection, about one field, one file, or one finding of the model report. */
export interface ReasonsTable {
  id: Generated<number>;
  notification_id: number;
  kind: "field" | "file" | "finding";
  /** The field's name in its schema, or the file's path inside the model. */
  name: string;
  content: string;
  /** When the vendor ticked it off. */
  answered_at: NullableTime;
}

/** One leave to upload, and how far that upload has come. The id names the folder in the store. */
export interface UploadBatchesTable {
  id: string;
  record_id: number;
  username: string;
  folder: string;
  blob_name: string;
  /** SHA-256 of the upload token; the token itself is only in the vendor's script. */
  token_hash: string;
  requested_at: Time;
  expires_at: Time;
  /** When the link and the token were taken back, before their time. */
  revoked_at: NullableTime;
  /** When what was sent and never processed was removed. */
  cleared_at: NullableTime;
  /** Bytes that have come through the link, what was sent again included. */
  received_bytes: Generated<number>;
  received_writes: Generated<number>;
  /** What the script said of its zip in its last step. */
  declared_name: string | null;
  declared_size: number | null;
  declared_sha256: string | null;
  /** The ETag of the zip that was put up for processing. */
  sent_etag: string | null;
  /** What was found of the copy that processing works from, which no upload link reaches. */
  sealed_size: number | null;
  sealed_sha256: string | null;
  sent_at: NullableTime;
  received_at: NullableTime;
  checked_at: NullableTime;
  extracted_at: NullableTime;
  catalogued_at: NullableTime;
  failed_at: NullableTime;
  fault: string | null;
  /** Processing: wanted when not null; a worker holds the lease until it runs out. */
  due_at: NullableTime;
  leased_until: NullableTime;
  /** Claims so far: tells a worker that still holds its claim from one that has lost it. */
  attempts: Generated<number>;
  /** Tries that ran into trouble since the upload was put up. */
  failed_tries: Generated<number>;
  /** Which version of the model it is, from 1; none until it is catalogued. */
  version: Generated<number | null>;
  /** Findings, hash and manifest once processed. */
  receipt: JSONColumnType<Bag | null, string | null, string | null>;
}

/** What the extraction of an upload has safely stored so far; emptied when the upload is catalogued. */
export interface ExtractedFilesTable {
  batch_id: string;
  /** Path in the zip, the root folder included. */
  entry: string;
  /** Path inside the model. */
  path: string;
  mime_type: string;
  size: number;
  sha256: string;
}

/** Catalogue rows: the zip itself, and every file and folder extracted from it. */
export interface UploadsTable {
  id: Generated<number>;
  record_id: number;
  batch_id: string;
  kind: "zip" | "file" | "directory";
  /** Path inside the model (for the zip: its file name). */
  path: string;
  /** Path below the record's folder in the store; empty for directories. */
  blob_path: string;
  mime_type: string;
  size: number;
  sha256: string;
  username: string;
  uploaded_at: Time;
  archived: Generated<boolean>;
  /** One number per record and path, from the moment its versions differ. */
  conflict_number: number | null;
}

/** Resolutions of conflicts, so that one step can be undone. */
export interface ResolutionsTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  archived_ids: number[];
  resolved_at: Time;
  undone_at: NullableTime;
}

/** Zipped geodatabases that vendors uploaded as spatial extents. */
export interface SpatialExtentsTable {
  stored_name: string;
  username: string;
  original_name: string;
  size: number;
  sha256: string;
  uploaded_at: Time;
}

/** Small facts of the installation, such as whether it was seeded. */
export interface SettingsTable {
  name: string;
  value: string;
}

/** Who did what, from where: only ever added to, which the database sees to. */
export interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  event: string;
  username: string | null;
  address: string | null;
  record_id: number | null;
  detail: Document;
}

export interface Database {
  accounts: AccountsTable;
  contacts: ContactsTable;
  reference_items: ReferenceItemsTable;
  records: RecordsTable;
  history: HistoryTable;
  idempotency: IdempotencyTable;
  messages: MessagesTable;
  notifications: NotificationsTable;
  reasons: ReasonsTable;
  upload_batches: UploadBatchesTable;
  extracted_files: ExtractedFilesTable;
  uploads: UploadsTable;
  resolutions: ResolutionsTable;
  spatial_extents: SpatialExtentsTable;
  settings: SettingsTable;
  audit_log: AuditLogTable;
}
