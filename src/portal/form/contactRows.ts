import { useMemo } from "react";
import type { FieldSchema } from "../../contract/fields.ts";
import { isOriginator, type RecordContact } from "../../contract/originator.ts";
import type { References } from "../../contract/references.ts";
import { choicesOf, type Choices } from "./choices.ts";
import { useSurroundings } from "./formScope.ts";

/** A contact of the record while it is being filled in. */
export type ContactRow = Partial<RecordContact>;

export interface PlacedRow {
  row: ContactRow;
  /** Its place among all contacts of the record, the originator included. */
  index: number;
}

/** The contacts shown as cards, and the originator, who has a field of its own. */
export function splitRows(value: unknown, { contactRoles }: References) {
  const placed = ((value as ContactRow[] | undefined) ?? []).map((row, index): PlacedRow => ({ row, index }));
  const isApart = ({ row }: PlacedRow) => isOriginator(row, contactRoles);
  return { ordinary: placed.filter((one) => !isApart(one)), originator: placed.find(isApart) };
}

/** The roles there are to choose from. */
export function useRoleChoices(): Choices {
  const roles = useSurroundings().options["contactRoles"];
  return useMemo(() => choicesOf(roles), [roles]);
}

/** All that is known of a contact nobody lists. */
export const unknownContact = ({ contactId = "", roleId = "" }: ContactRow): string =>
  `Contact ID: ${contactId}, Role ID: ${roleId}`;

/** Names of the two inputs of a contact, from its schema. */
export function contactTitles({ items }: FieldSchema): { contact: string; role: string } {
  return {
    contact: items?.properties?.["contactId"]?.title ?? "",
    role: items?.properties?.["roleId"]?.title ?? "",
  };
}
