import { useState } from "react";
import { Modal } from "../../ui/Modal.tsx";
import type { OptionLists } from "../optionLists.ts";
import { ContactEditor } from "./ContactEditor.tsx";
import { ContactSearch } from "./ContactSearch.tsx";
import { useContactBook } from "./contactBook.ts";
import type { ContactDialogRequest } from "./contactDialogRequest.ts";

const TITLES = {
  create: "Create a new contact",
  edit: "Edit contact",
  select: "Select an existing contact",
} satisfies Record<ContactDialogRequest["mode"], string>;

interface ContactDialogProps {
  request: ContactDialogRequest;
  options: OptionLists | undefined;
  onClose: () => void;
  onSwitch: (other: Pick<ContactDialogRequest, "mode" | "text">) => void;
  onDone: (contactId: string) => void;
}

/** Chooses a contact from all there are, makes a new one, or edits one. */
export function ContactDialog({ request, options, onClose, onSwitch, onDone }: ContactDialogProps) {
  const { contacts } = useContactBook();
  const [isSaving, setSaving] = useState(false);
  const { mode, contactId, text = "" } = request;
  const edited = mode === "edit" ? contacts?.find(({ id }) => id === contactId) : undefined;
  return (
    <Modal open title={TITLES[mode]} onClose={() => !isSaving && onClose()}>
      {mode === "select" ? (
        <ContactSearch
          text={text}
          onChosen={onDone}
          onCreate={(email) => onSwitch({ mode: "create", text: email })}
        />
      ) : (
        <ContactEditor
          contact={edited}
          email={text}
          options={options}
          onSaving={setSaving}
          onCancel={onClose}
          onSelect={(email) => onSwitch({ mode: "select", text: email })}
          onSaved={onDone}
        />
      )}
    </Modal>
  );
}
