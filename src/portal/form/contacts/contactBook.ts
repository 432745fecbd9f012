import { createContext, useContext } from "react";
import { schemaOf, textOf, type JsonObject } from "../../../contract/schema/fields.ts";
import { findChoices } from "../../../contract/schema/readEntry.ts";
import type { Contact } from "../../../contract/generated/entities.ts";
import type { ContactDialogRequest } from "./contactTexts.ts";

export type ListedContact = Partial<Contact> & {
  id: string;
  /** In how many records the contact is named, where that is known. */
  recordCount?: number;
};

export type SavedContact = Pick<ListedContact, "id">;

/** The contacts that all users share, lent by the page. */
export interface ContactBook {
  /** Undefined while they are on their way. */
  contacts: ListedContact[] | undefined;
  /** True when they could not be had; `retry` asks again. */
  failed?: boolean;
  isTrying?: boolean;
  retry?: () => void;
  /** Changes the contact under an id; without one, makes a new contact. */
  saveContact(contact: JsonObject, id: string | undefined): Promise<SavedContact>;
}

/** Opens their dialog, too, which stands outside the form: one form never lies inside another. */
interface Contacts {
  book: ContactBook;
  ask(request: ContactDialogRequest): void;
}

export const ContactsContext = createContext<Contacts | undefined>(undefined);

export function useContacts(): Contacts {
  const contacts = useContext(ContactsContext);
  if (!contacts) throw new Error("This form was given no contact book");
  return contacts;
}

export const useContactBook = (): ContactBook => useContacts().book;

const SCHEMA = schemaOf("contact");

/** What is shown of a contact, found by role. */
export function contactText(contact: ListedContact) {
  const text = (role: string) => textOf(SCHEMA, contact as JsonObject, role);
  const name = [text("firstName"), text("lastName")].filter(Boolean).join(" ");
  return {
    name: name || text("email") || contact.id,
    email: text("email"),
    phone: text("phone"),
    affiliation: text("affiliation"),
  };
}

/** The contact's fields without what surrounds them in a row. */
export const contactFields = (contact: ListedContact): JsonObject =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => name in SCHEMA.properties));

const fold = (text: string) => text.trim().toLowerCase();

/** Contacts whose name and email hold every typed word, in any case, with or without accents. */
export function foundContacts(contacts: ListedContact[], typed: string): ListedContact[] {
  const choices = contacts.map((contact) => {
    const { name, email } = contactText(contact);
    return { value: contact.id, label: name, detail: email, contact };
  });
  const found = findChoices(choices, typed).toSorted((a, b) => a.label.localeCompare(b.label));
  return found.map(({ contact }) => contact);
}

/** The contact that has an email already, upper or lower case alike. */
export const contactWithEmail = (contacts: ListedContact[], email: string): ListedContact | undefined =>
  fold(email) === "" ? undefined : contacts.find((one) => fold(contactText(one).email) === fold(email));
