import { useState, type ReactNode } from "react";
import type { OptionLists } from "../optionLists.ts";
import { ContactDialog } from "./ContactDialog.tsx";
import { ContactBookContext, type ContactBook } from "./contactBook.ts";
import { ContactDialogContext, type ContactDialogRequest } from "./contactDialogRequest.ts";

interface ContactDialogsProps {
  book: ContactBook;
  options: OptionLists | undefined;
  children: ReactNode;
}

/** Gives a form its contacts and the dialog that chooses, makes and edits them. */
export function ContactDialogs({ book, options, children }: ContactDialogsProps) {
  const [request, setRequest] = useState<ContactDialogRequest>();
  const close = () => setRequest(undefined);
  return (
    <ContactBookContext value={book}>
      <ContactDialogContext value={setRequest}>{children}</ContactDialogContext>
      {request && (
        <ContactDialog
          key={`${request.mode} ${request.contactId}`}
          request={request}
          options={options}
          onClose={close}
          onSwitch={(other) => setRequest({ ...request, ...other })}
          onDone={(contactId) => {
            close();
            request.onChosen(contactId);
          }}
        />
      )}
    </ContactBookContext>
  );
}
