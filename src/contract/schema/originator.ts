import type { ContactRole } from "../generated/entities.ts";

export interface RecordContact {
  contactId: string;
  roleId: string;
}

const ORIGINATOR_NAME = "digital object creator";
const ORIGINATOR_ID = "9";

export const DEFAULT_CONTACT_ROLE_ID = "1";

export function getOriginatorRoleId(roles: ContactRole[]): string {
  return roles.find(({ name }) => name.trim().toLowerCase() === ORIGINATOR_NAME)?.id ?? ORIGINATOR_ID;
}

export const isOriginator = (contact: Partial<RecordContact>, roles: ContactRole[]): boolean =>
  contact.roleId === getOriginatorRoleId(roles);
