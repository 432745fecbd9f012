import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { JsonObject } from "../../contract/schema/fields.ts";

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Document = JSONColumnType<JsonObject, string, string>;

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
  /** When the script last said that it is about to send a zip, and the size of that. */
  announced_at: NullableTime;
  announced_size: number | null;
  /** Bytes waiting in the store by then that are of an earlier zip, broken off. */
  stale_bytes: Generated<number>;
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
  /** The version whose files are taken over where the zip does not hold them; none where it holds the whole model. */
  corrects: Generated<string | null>;
  /** What of that version is to go, by paths inside the model. */
  left_out: Generated<string[]>;
  /** Findings, hash and manifest once processed. */
  receipt: JSONColumnType<JsonObject | null, string | null, string | null>;
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
  crc32: number | null;
  dos_time: number | null;
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
  /** As its zip held them; none of folders, and of files from before they were kept. */
  crc32: number | null;
  dos_time: number | null;
}

/** Choices between uploads: told afterwards, and undone one by one. */
export interface ResolutionsTable {
  id: Generated<number>;
  record_id: number;
  username: string;
  /** The upload that was kept as a whole; null where files were chosen. */
  batch_id: string | null;
  /** The files that were chosen to stay. */
  kept_ids: Generated<number[]>;
  archived_ids: number[];
  /** What stood no more and was brought back. */
  restored_ids: Generated<number[]>;
  /** The newest version of the model at the time. */
  upload_version: number | null;
  /** What is told of it, as the resolution schema says. */
  document: Document;
  resolved_at: Time;
  undone_at: NullableTime;
  undone_by: string | null;
}
