import type { JsonObject } from "../../../contract/schema/fields.ts";

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
export type KeptTexts = Record<string, JsonObject>;

/** Under which name a contact's text is kept: that of a new one, and of each that is edited. */
export const textName = ({ mode, contactId }: Pick<ContactDialogRequest, "mode" | "contactId">): string =>
  mode === "edit" ? `edit ${contactId}` : mode;

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
    of: (name: string): JsonObject | undefined => texts.get(name),
    /** Without a text there is none to keep any more. */
    keep(name: string, text?: JsonObject) {
      if (text) texts.set(name, text);
      else texts.delete(name);
      onChanged();
    },
  };
}

export type ContactTexts = ReturnType<typeof contactTexts>;
