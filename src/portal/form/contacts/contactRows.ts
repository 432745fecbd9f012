import { isOriginator, type RecordContact } from "../../../contract/schema/originator.ts";
import type { ContactRole } from "../../../contract/generated/entities.ts";

/** A contact of the record while it is being filled in. */
export type ContactRow = Partial<RecordContact>;

export interface PlacedRow {
  row: ContactRow;
  /** Its place among all contacts of the record, the originator included. */
  index: number;
}

/** The contacts shown as cards, and the originator, who has a field of its own. */
export function splitContacts(value: unknown, roles: ContactRole[]) {
  const placed = ((value as ContactRow[] | undefined) ?? []).map((row, index): PlacedRow => ({ row, index }));
  const isApart = ({ row }: PlacedRow) => isOriginator(row, roles);
  return { ordinary: placed.filter((one) => !isApart(one)), originator: placed.find(isApart) };
}

/** All that is known of a contact nobody lists. */
export const unknownContact = ({ contactId = "", roleId = "" }: ContactRow): string =>
  `Contact ID: ${contactId}, Role ID: ${roleId}`;
