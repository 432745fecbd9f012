import type { Bag } from "../../../contract/schema/fields.ts";

/** What is asked of the contact dialog. */
export interface ContactDialogRequest {
  mode: "create" | "edit" | "select";
  /** The contact to edit. */
  contactId?: string | undefined;
  /** What is searched for, or the email of the contact to be made, when the dialog opens. */
  text?: string;
  /** Hears the id of the contact that was chosen, made or edited. */
  onChosen(contactId: string): void;
}

/**
 * What was typed in the contact dialog and not saved, by what the dialog was opened for: of a contact the changed
 * fields, and what is half typed in them as `halfTyped`.
 */
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
 * @param onChanged hears when a text is put aside or back, too, which no input tells
 */
export function contactTexts(kept: KeptTexts = {}, onChanged: () => void = () => undefined) {
  const texts = new Map(Object.entries(kept));
  return {
    all: (): KeptTexts => Object.fromEntries(texts),
    of: (name: string): Bag | undefined => texts.get(name),
    keep(name: string, text: Bag) {
      texts.set(name, text);
      onChanged();
    },
    forget(name: string) {
      if (texts.delete(name)) onChanged();
    },
  };
}

export type ContactTexts = ReturnType<typeof contactTexts>;
