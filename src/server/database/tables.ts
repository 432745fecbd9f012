import type { Generated, Kysely } from "kysely";
import type { MailFrequency } from "../../contract/mailFrequency.ts";
import type {
  DraftsTable,
  HistoryTable,
  MessagesTable,
  NotesTable,
  NotificationsTable,
  FindingCountRequestsTable,
  PendingCountiesTable,
  RecordContactsTable,
  RecordViewersTable,
  RecordsTable,
  RejectionReasonsTable,
} from "./recordTables.ts";
import type {
  ExtractedFilesTable,
  ModelFilesTable,
  ResolutionsTable,
  SpatialExtentsTable,
  UploadsTable,
} from "./uploadTables.ts";
import type { JobsTable, OutboxTable } from "./jobTables.ts";
import type { JsonDocument, NullableTime, Time } from "./columnTypes.ts";

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

/** Responses to creates that carried an idempotency key, so that a retry gets the same response. */
export interface IdempotencyKeysTable {
  username: string;
  key: string;
  route: string;
  body_hash: string;
  response: JsonDocument;
  created_at: Time;
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
  finding_count_requests: FindingCountRequestsTable;
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
