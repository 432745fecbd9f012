import { createContext, useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { searchOptions } from "../../../contract/schema/parseEntry.ts";
import { getContactDetails, type ContactRow } from "../../providers/resources/contactRow.ts";
import type { ContactDialogRequest } from "./contactDrafts.ts";

export type SavedContact = Pick<ContactRow, "id">;

/** The contacts that all users share. */
export interface ContactBook {
  /** Undefined while loading. */
  contacts: ContactRow[] | undefined;
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

const normalizeText = (text: string) => text.trim().toLowerCase();

/** Contacts whose name or email contains every typed word, ignoring case and accents. */
export function searchContacts(contacts: ContactRow[], typed: string): ContactRow[] {
  const options = contacts.map((contact) => {
    const { name, email } = getContactDetails(contact);
    return { value: contact.id, label: name, detail: email, contact };
  });
  const matches = searchOptions(options, typed).toSorted((a, b) => a.label.localeCompare(b.label));
  return matches.map(({ contact }) => contact);
}

export function findContactByEmail(contacts: ContactRow[], email: string): ContactRow | undefined {
  const normalizedEmail = normalizeText(email);
  if (normalizedEmail === "") return undefined;
  return contacts.find((contact) => normalizeText(getContactDetails(contact).email) === normalizedEmail);
}
