import { useState, type ReactNode } from "react";
import type { OptionLists } from "../optionLists.ts";
import { ContactDialog } from "./ContactDialog.tsx";
import { ContactBookContext, type ContactBook } from "./contactBook.ts";
import { ContactDialogContext, type ContactDialogRequest } from "./contactDialogRequest.ts";
import { ContactTextsContext, textName, type ContactTexts } from "./contactTexts.ts";

interface ContactDialogsProps {
  book: ContactBook;
  options: OptionLists | undefined;
  /** Where the text of a dialog stays that was closed without saving. */
  texts: ContactTexts;
  children: ReactNode;
}

/** Gives a form its contacts and the dialog that chooses, makes and edits them. */
export function ContactDialogs({ book, options, texts, children }: ContactDialogsProps) {
  const [request, setRequest] = useState<ContactDialogRequest>();
  const close = () => setRequest(undefined);
  const done = (ended: ContactDialogRequest, contactId: string) => {
    texts.forget(textName(ended));
    ended.onChosen(contactId);
  };
  return (
    <ContactBookContext value={book}>
      <ContactDialogContext value={setRequest}>{children}</ContactDialogContext>
      {request && (
        <ContactTextsContext value={texts}>
          <ContactDialog
            key={textName(request)}
            request={request}
            options={options}
            onClose={close}
            // What was typed before a switch is over, too, once that led to a contact.
            onSwitch={(other) =>
              setRequest({ ...request, ...other, onChosen: (contactId) => done(request, contactId) })
            }
            onDone={(contactId) => {
              close();
              done(request, contactId);
            }}
          />
        </ContactTextsContext>
      )}
    </ContactBookContext>
  );
}
