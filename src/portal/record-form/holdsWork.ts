import type { Bag } from "../../contract/fields.ts";
import { holdContacts } from "../form/contacts/contactTexts.ts";
import { holdHalfTyped } from "../form/halfTyped.ts";
import type { DraftContent } from "../providers/draftStore.ts";
import { changedFields } from "./changedFields.ts";

/** True when a draft holds anything that is not saved. */
export const holdsWork = (
  { values, contactTexts, halfTyped }: Pick<DraftContent, "values" | "contactTexts" | "halfTyped">,
  saved: Bag,
): boolean =>
  holdContacts(contactTexts) || holdHalfTyped(halfTyped) || changedFields(saved, values).length > 0;
