import { useMutation } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { Modal } from "../../ui/Modal.tsx";
import type { OptionLists } from "../options/optionLists.ts";
import { ContactsContext, useContactBook, type ContactBook } from "./contactBook.ts";
import { ContactEditor } from "./ContactEditor.tsx";
import { ContactSearch } from "./ContactSearch.tsx";
import { ContactsMissing } from "./ContactsMissing.tsx";
import { textName, type ContactDialogRequest, type ContactTexts } from "./contactTexts.ts";

const TITLES = {
  create: "Create a new contact",
  edit: "Edit contact",
  select: "Select an existing contact",
} satisfies Record<ContactDialogRequest["mode"], string>;

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
  const lent = useMemo(() => ({ book, ask: setRequest }), [book]);
  const close = () => setRequest(undefined);
  const done = (ended: ContactDialogRequest, contactId: string) => {
    texts.keep(textName(ended));
    ended.onChosen(contactId);
  };
  return (
    <ContactsContext value={lent}>
      {children}
      {request && (
        <ContactDialog
          key={textName(request)}
          request={request}
          options={options}
          texts={texts}
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
      )}
    </ContactsContext>
  );
}

interface ContactDialogProps extends Pick<ContactDialogsProps, "options" | "texts"> {
  request: ContactDialogRequest;
  onClose: () => void;
  onSwitch: (other: Pick<ContactDialogRequest, "mode" | "text">) => void;
  onDone: (contactId: string) => void;
}

/** Chooses a contact from all there are, makes a new one, or edits one. Closing it loses nothing that was typed. */
function ContactDialog({ request, options, texts, onClose, onSwitch, onDone }: ContactDialogProps) {
  const { contacts, saveContact } = useContactBook();
  const [round, setRound] = useState<{ number: number; cleared?: JsonObject | undefined }>({ number: 0 });
  const { mode, contactId, text = "" } = request;
  const name = textName(request);
  const edited = mode === "edit" ? contacts?.find(({ id }) => id === contactId) : undefined;
  const saving = useMutation({
    mutationFn: (contact: JsonObject) => saveContact(contact, edited?.id),
    onSuccess: ({ id }) => onDone(id),
  });
  const close = () => {
    if (!saving.isPending) onClose();
  };
  const beginAnew = (cleared?: JsonObject) => {
    saving.reset();
    setRound({ number: round.number + 1, cleared });
  };
  return (
    <Modal open title={TITLES[mode]} onClose={close}>
      {mode === "select" ? (
        <ContactSearch
          text={text}
          onChosen={onDone}
          onCreate={(email) => onSwitch({ mode: "create", text: email })}
        />
      ) : mode === "edit" && !edited ? (
        <ContactsMissing what="The contact" />
      ) : (
        <ContactEditor
          key={round.number}
          name={name}
          contact={edited}
          email={text}
          options={options}
          texts={texts}
          saving={saving}
          onCancel={close}
          onClear={() => {
            const cleared = texts.of(name);
            texts.keep(name);
            beginAnew(cleared);
          }}
          onUndo={
            round.cleared &&
            (() => {
              texts.keep(name, { ...texts.of(name), ...round.cleared });
              beginAnew();
            })
          }
          onSelect={(email) => onSwitch({ mode: "select", text: email })}
        />
      )}
    </Modal>
  );
}
