import type { Bag } from "../../../contract/fields.ts";
import { holdContacts } from "../../form/contacts/contactTexts.ts";
import type { DraftContent } from "../../providers/draftStore.ts";
import { changedFields } from "./changedFields.ts";

/** True when a draft holds anything that is not saved. */
export const holdsWork = (
  { values, contactTexts }: Pick<DraftContent, "values" | "contactTexts">,
  saved: Bag,
): boolean => holdContacts(contactTexts) || changedFields(saved, values).length > 0;
