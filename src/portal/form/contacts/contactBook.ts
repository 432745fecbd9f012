import { createContext, useContext } from "react";
import type { Bag } from "../../../contract/fields.ts";
import type { Fault } from "../../../contract/faults.ts";
import type { Contact } from "../../../contract/generated/entities.ts";

export type ListedContact = Partial<Contact> & {
  id: string;
  /** In how many records the contact is named, where that is known. */
  recordCount?: number;
};

/** A saved contact's id, or why it was not saved: in words, and field by field where a field is to blame. */
export type ContactOutcome = { id: string } | { words: string; faults: Fault[] };

/** The contacts that all users share, lent by the page. */
export interface ContactBook {
  /** Undefined while they are on their way. */
  contacts: ListedContact[] | undefined;
  /** True when they could not be had; `retry` asks again. */
  failed?: boolean;
  isTrying?: boolean;
  retry?: () => void;
  addContact(contact: Bag): Promise<ContactOutcome>;
  updateContact(id: string, contact: Bag): Promise<ContactOutcome>;
}

const missing = () => Promise.reject(new Error("This form was given no contact book"));

export const ContactBookContext = createContext<ContactBook>({
  contacts: undefined,
  addContact: missing,
  updateContact: missing,
});

export const useContactBook = (): ContactBook => useContext(ContactBookContext);
