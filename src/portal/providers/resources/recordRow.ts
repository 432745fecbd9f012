import type { Labels } from "../../../contract/schema/cellText.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import type { ModelRecord } from "../../../contract/modelRecord.ts";

/** A record as the data provider holds it. */
export interface RecordRow extends ModelRecord {
  /** The version it was read at. */
  etag?: string | undefined;
  /** Readable names of the codes it holds. */
  labels?: Labels;
  /** Of the user's own list: the versions of files in which its uploads contradict each other. */
  conflicts?: UploadConflict[] | undefined;
  /** Of the user's own list: whether this device keeps changes of it that were not saved. */
  hasDraft?: boolean;
}
