import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { changedFields } from "../../contract/conflicts/mergeChanges.ts";

/** The record in a form, in one of its versions. */
export interface OpenedRecord {
  /** Undefined for a record that is still to be made. */
  recordId: string | undefined;
  values: Bag;
  etag: string | undefined;
}

const SCHEMA = schemaOf("metadata");

/** The fields that two versions of a record's metadata hold differently. */
export const changesOf = (before: Bag, after: Bag): string[] => changedFields(SCHEMA, before, after);

/** Somebody saved the record while the form was open. */
export interface SaveConflict {
  words: string;
  savedAt: string | undefined;
  /** The version that was saved meanwhile. */
  etag: string | undefined;
  theirs: Bag;
}
