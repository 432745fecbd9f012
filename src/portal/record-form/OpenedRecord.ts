import type { Bag } from "../../contract/fields.ts";

/** The record in a form, in one of its versions. */
export interface OpenedRecord {
  /** Undefined for a record that is still to be made. */
  recordId: string | undefined;
  values: Bag;
  etag: string | undefined;
}
