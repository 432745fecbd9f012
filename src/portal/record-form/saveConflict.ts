import { rowsOf } from "../../contract/endpoints.ts";
import { readModelRecord } from "../../contract/modelRecord.ts";
import type { References } from "../../contract/references.ts";
import type { Bag } from "../../contract/fields.ts";
import { VendorError } from "../providers/vendorError.ts";
import { changedFields } from "./changedFields.ts";

/** Somebody saved the record while the form was open. */
export interface SaveConflict {
  words: string;
  savedAt: string | undefined;
  /** The version to save over, for whoever decides to. */
  etag: string | undefined;
  /** Titles of the fields that were changed meanwhile. */
  changed: string[];
}

/** The conflict a refused save speaks of; undefined when it was refused for another reason. */
export function saveConflictOf(
  error: unknown,
  opened: Bag,
  references: References,
): SaveConflict | undefined {
  if (!(error instanceof VendorError) || error.status !== 409 || error.body.savedBy === undefined)
    return undefined;
  const { savedAt, etag, current } = error.body;
  const row = rowsOf(current)[0];
  return {
    words: error.message,
    savedAt: textOrNothing(savedAt),
    etag: textOrNothing(etag),
    changed: row ? changedFields(opened, readModelRecord(row, references).currentMetadata) : [],
  };
}

const textOrNothing = (value: unknown) => (typeof value === "string" ? value : undefined);
