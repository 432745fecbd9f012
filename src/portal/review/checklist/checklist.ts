import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../../contract/schema/references.ts";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { useReferences } from "../../providers/useVendorQuery.ts";

export const checklistSchema = getSchema("review-checklist");

export const checklistFields = Object.entries(checklistSchema.properties);

/** Returns a function that decodes the checklist of a decision; undefined if it cannot be read. */
export function useChecklistDecoder() {
  const { data: references = NO_REFERENCES } = useReferences();
  return (stored: JsonObject) => tryOrUndefined(() => decode(checklistSchema, stored, "read", references));
}
