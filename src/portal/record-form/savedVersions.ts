import { rowsOf } from "../../contract/wire/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { changedFields } from "../../contract/conflicts/mergeChanges.ts";
import { readModelRecord } from "../../contract/modelRecord.ts";
import type { References } from "../../contract/schema/references.ts";
import { VendorError } from "../providers/calls/vendorError.ts";

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

/** The conflict a refused save speaks of; undefined when it was refused for another reason. */
export function saveConflictOf(error: unknown, references: References): SaveConflict | undefined {
  if (!(error instanceof VendorError) || error.status !== 409 || error.body.savedBy === undefined)
    return undefined;
  const { savedAt, etag, current } = error.body;
  const [row] = rowsOf(current);
  if (!row) return undefined;
  return {
    words: error.message,
    savedAt: typeof savedAt === "string" ? savedAt : undefined,
    etag: typeof etag === "string" ? etag : undefined,
    theirs: readModelRecord(row, references).currentMetadata,
  };
}
