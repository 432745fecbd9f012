import { createContext, useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getFieldText } from "../../../contract/schema/fields.ts";
import { searchOptions } from "../../../contract/schema/parseEntry.ts";
import type { Contact } from "../../../contract/generated/entities.ts";
import type { ContactDialogRequest } from "./contactDrafts.ts";

export type ListedContact = Partial<Contact> & {
  id: string;
  /** The number of records that name the contact, if known. */
  recordCount?: number;
  /** Revision of the contact, if the services have one. */
  etag?: string;
};

export type SavedContact = Pick<ListedContact, "id">;

/** The contacts that all users share. */
export interface ContactBook {
  /** Undefined while loading. */
  contacts: ListedContact[] | undefined;
  hasFailed?: boolean;
  isRetrying?: boolean;
  retry?: () => void;
  /** Creates a contact if the id is undefined. `etag` is the revision that was edited. */
  saveContact(contact: JsonObject, id: string | undefined, etag: string | undefined): Promise<SavedContact>;
}

interface ContactsContextValue {
  book: ContactBook;
  /** The dialog is rendered outside the form: HTML forms cannot be nested. */
  openDialog(request: ContactDialogRequest): void;
}

export const ContactsContext = createContext<ContactsContextValue | undefined>(undefined);

export function useContacts(): ContactsContextValue {
  const contacts = useContext(ContactsContext);
  if (!contacts) throw new Error("useContacts must be used inside ContactDialogs");
  return contacts;
}

export const useContactBook = (): ContactBook => useContacts().book;

const SCHEMA = getSchema("contact");

export function getContactDetails(contact: ListedContact) {
  const text = (role: string) => getFieldText(SCHEMA, contact as JsonObject, role);
  const name = [text("firstName"), text("lastName")].filter(Boolean).join(" ");
  return {
    name: name || text("email") || contact.id,
    email: text("email"),
    phone: text("phone"),
    affiliation: text("affiliation"),
  };
}

const normalizeText = (text: string) => text.trim().toLowerCase();

/** Contacts whose name or email contains every typed word, ignoring case and accents. */
export function searchContacts(contacts: ListedContact[], typed: string): ListedContact[] {
  const options = contacts.map((contact) => {
    const { name, email } = getContactDetails(contact);
    return { value: contact.id, label: name, detail: email, contact };
  });
  const matches = searchOptions(options, typed).toSorted((a, b) => a.label.localeCompare(b.label));
  return matches.map(({ contact }) => contact);
}

export function findContactByEmail(contacts: ListedContact[], email: string): ListedContact | undefined {
  const normalizedEmail = normalizeText(email);
  if (normalizedEmail === "") return undefined;
  return contacts.find((contact) => normalizeText(getContactDetails(contact).email) === normalizedEmail);
}
