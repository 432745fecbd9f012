import type { ContactRole } from "../generated/entities.ts";

/** A contact on a record, with what it does there. */
export interface RecordContact {
  contactId: string;
  roleId: string;
}

const ORIGINATOR_NAME = "digital object creator";
const ORIGINATOR_ID = "9";

/** The role of a new record's first contact. */
export const FIRST_CONTACT_ROLE = "1";

/** Id of the originator's role: the one named Digital Object Creator, else 9. */
export function originatorRole(roles: ContactRole[]): string {
  return roles.find(({ name }) => name.trim().toLowerCase() === ORIGINATOR_NAME)?.id ?? ORIGINATOR_ID;
}

export const isOriginator = (contact: Partial<RecordContact>, roles: ContactRole[]): boolean =>
  contact.roleId === originatorRole(roles);
