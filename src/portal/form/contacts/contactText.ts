import { schemaOf, textOf, type Bag } from "../../../contract/fields.ts";
import type { ListedContact } from "./contactBook.ts";

const SCHEMA = schemaOf("contact");

/** What is shown of a contact, found by role. */
export function contactText(contact: ListedContact) {
  const text = (role: string) => textOf(SCHEMA, contact as Bag, role);
  const name = [text("firstName"), text("lastName")].filter(Boolean).join(" ");
  return {
    name: name || text("email") || contact.id,
    email: text("email"),
    phone: text("phone"),
    affiliation: text("affiliation"),
  };
}

/** The contact's fields without what surrounds them in a row. */
export const contactFields = (contact: ListedContact): Bag =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => name in SCHEMA.properties));

const fold = (text: string) => text.trim().toLowerCase();

/** Contacts whose name or email holds the typed text, upper or lower case alike. */
export function foundContacts(contacts: ListedContact[], typed: string): ListedContact[] {
  const wanted = fold(typed);
  return contacts
    .filter((contact) => {
      const { name, email } = contactText(contact);
      return fold(name).includes(wanted) || fold(email).includes(wanted);
    })
    .toSorted((a, b) => contactText(a).name.localeCompare(contactText(b).name));
}

/** The contact that has an email already, upper or lower case alike. */
export const contactWithEmail = (contacts: ListedContact[], email: string): ListedContact | undefined =>
  fold(email) === "" ? undefined : contacts.find((one) => fold(contactText(one).email) === fold(email));
