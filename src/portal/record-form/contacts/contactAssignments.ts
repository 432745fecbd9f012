import { isOriginator, type RecordContact } from "../../../contract/schema/originator.ts";
import type { ContactRole } from "../../../contract/generated/entities.ts";

/** A contact and its role on a record. Either may still be missing. */
export type ContactAssignment = Partial<RecordContact>;

export interface IndexedAssignment {
  assignment: ContactAssignment;
  /** Among all contacts of the record, including the originator. */
  index: number;
}

/** Separates the originator, who has a field of its own, from the contacts shown as cards. */
export function splitContacts(value: unknown, roles: ContactRole[]) {
  const assignments = (value as ContactAssignment[] | undefined) ?? [];
  const indexed = assignments.map((assignment, index): IndexedAssignment => ({ assignment, index }));
  const hasOriginatorRole = ({ assignment }: IndexedAssignment) => isOriginator(assignment, roles);
  return {
    ordinary: indexed.filter((entry) => !hasOriginatorRole(entry)),
    originator: indexed.find(hasOriginatorRole),
  };
}

export const formatUnknownContact = ({ contactId = "", roleId = "" }: ContactAssignment): string =>
  `Contact ID: ${contactId}, Role ID: ${roleId}`;
