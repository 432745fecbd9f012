import type { Contact } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldText, getSchema } from "../../../contract/schema/fields.ts";

export type ContactRow = Partial<Contact> & {
  id: string;
  /** Number of records that name the contact; undefined if the services do not count them. */
  recordCount?: number;
  /** Revision of the contact; undefined if the services have none. */
  etag?: string;
};

const schema = getSchema("contact");

const getText = (contact: Partial<Contact>, role: string) =>
  getFieldText(schema, contact as JsonObject, role);

/** Empty if the contact has no name. */
export const getContactName = (contact: Partial<Contact>): string =>
  [getText(contact, "firstName"), getText(contact, "lastName")].filter(Boolean).join(" ");

export function getContactDetails(contact: ContactRow) {
  const email = getText(contact, "email");
  return {
    name: getContactName(contact) || email || contact.id,
    email,
    phone: getText(contact, "phone"),
    affiliation: getText(contact, "affiliation"),
  };
}
