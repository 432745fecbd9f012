import type { LabelsBySource } from "../../../contract/schema/formatValueAsText.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import type { ModelRecord } from "../../../contract/records/modelRecord.ts";

export interface RecordRow extends ModelRecord {
  etag?: string | undefined;
  labels?: LabelsBySource;
  /** Only in the user's own list. */
  conflicts?: UploadConflict[] | undefined;
}
