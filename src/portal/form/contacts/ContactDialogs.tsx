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
            onSwitch={(other) => setRequest({ ...request, ...other })}
            onDone={(contactId) => {
              texts.forget(textName(request));
              close();
              request.onChosen(contactId);
            }}
          />
        </ContactTextsContext>
      )}
    </ContactBookContext>
  );
}
