import type { Generated } from "kysely";
import type { JsonDocument, NullableJsonDocument, NullableTime, Time } from "./columnTypes.ts";

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
