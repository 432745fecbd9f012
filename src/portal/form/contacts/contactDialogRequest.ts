import { createContext, useContext } from "react";

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

/** Opens the contact dialog, which stands outside the form: one form never lies inside another. */
export const ContactDialogContext = createContext<(request: ContactDialogRequest) => void>(() => undefined);

export const useContactDialog = () => useContext(ContactDialogContext);
