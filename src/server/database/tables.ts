import type { Generated, JSONColumnType, Kysely } from "kysely";
import type { JsonObject } from "../../contract/schema/fields.ts";
import type { Status } from "../../contract/status.ts";
import type {
  Document,
  ExtractedFilesTable,
  NullableTime,
  ResolutionsTable,
  Time,
  UploadBatchesTable,
  UploadsTable,
} from "./uploadTables.ts";

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
interface ContactsTable {
  id: Generated<number>;
  document: Document;
  schema_version: Generated<number>;
  updated_at: Time;
  updated_by: string | null;
}

/** Lists the services answer: agencies, contact roles, software, collections; documents in our names. */
interface ReferenceItemsTable {
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
  old_metadata: JSONColumnType<JsonObject | null, string | null, string | null>;
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
interface SettingsTable {
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

/** The database as queries reach it: as a whole, or inside a transaction. */
export type Db = Kysely<Database>;
