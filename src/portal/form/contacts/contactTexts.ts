import { createContext, useContext } from "react";
import type { Bag } from "../../../contract/fields.ts";
import type { ContactDialogRequest } from "./contactDialogRequest.ts";

/** What was typed in the contact dialog and not saved, by what the dialog was opened for. */
export type KeptTexts = Record<string, Bag>;

const SEARCH = "select";

/** Under which name the dialog's text is kept: one for each mode, and for each contact that is edited. */
export const textName = ({ mode, contactId }: Pick<ContactDialogRequest, "mode" | "contactId">): string =>
  mode === "edit" ? `edit ${contactId}` : mode;

/** True when contacts are among the texts: what was only searched for is no work to be lost. */
export const holdContacts = (texts: KeptTexts | undefined): boolean =>
  Object.keys(texts ?? {}).some((name) => name !== SEARCH);

/**
 * Keeps what is typed in the contact dialog beyond the dialog's closing.
 *
 * @param kept what an earlier visit left
 * @param onChange hears all texts after each change
 */
export function contactTexts(kept: KeptTexts = {}, onChange: (texts: KeptTexts) => void = () => undefined) {
  const texts = new Map(Object.entries(kept));
  const tell = () => onChange(Object.fromEntries(texts));
  return {
    /** Called to take in what is typed and not yet told. */
    pending: new Set<() => void>(),
    of: (name: string): Bag | undefined => texts.get(name),
    keep(name: string, text: Bag) {
      texts.set(name, text);
      tell();
    },
    forget(name: string) {
      if (texts.delete(name)) tell();
    },
  };
}

export type ContactTexts = ReturnType<typeof contactTexts>;

export const ContactTextsContext = createContext<ContactTexts>(contactTexts());

export const useContactTexts = (): ContactTexts => useContext(ContactTextsContext);
