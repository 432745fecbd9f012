import { useState } from "react";
import { flushSync } from "react-dom";
import { fieldWithRole, schemaOf } from "../../../contract/fields.ts";
import { Modal } from "../../ui/Modal.tsx";
import { idOf } from "../formState.ts";
import type { OptionLists } from "../optionLists.ts";
import { useFocusAfterDrawing } from "../rowFocus.ts";
import { CONTACT_EDITOR, ContactEditor } from "./ContactEditor.tsx";
import { ContactSearch } from "./ContactSearch.tsx";
import { ContactsMissing } from "./ContactsMissing.tsx";
import { useContactBook } from "./contactBook.ts";
import type { ContactDialogRequest } from "./contactDialogRequest.ts";
import { useContactTexts } from "./contactTexts.ts";

const TITLES = {
  create: "Create a new contact",
  edit: "Edit contact",
  select: "Select an existing contact",
} satisfies Record<ContactDialogRequest["mode"], string>;

const FIRST_INPUT = idOf(CONTACT_EDITOR, [fieldWithRole(schemaOf("contact"), "firstName")]);

interface ContactDialogProps {
  request: ContactDialogRequest;
  options: OptionLists | undefined;
  onClose: () => void;
  onSwitch: (other: Pick<ContactDialogRequest, "mode" | "text">) => void;
  onDone: (contactId: string) => void;
}

/** Chooses a contact from all there are, makes a new one, or edits one. Closing it loses nothing that was typed. */
export function ContactDialog({ request, options, onClose, onSwitch, onDone }: ContactDialogProps) {
  const { contacts } = useContactBook();
  const texts = useContactTexts();
  const [isSaving, setSaving] = useState(false);
  const [clearings, setClearings] = useState(0);
  const { mode, contactId, text = "" } = request;
  const edited = mode === "edit" ? contacts?.find(({ id }) => id === contactId) : undefined;
  const focus = useFocusAfterDrawing();
  const clear = () => {
    focus(FIRST_INPUT);
    setClearings(clearings + 1);
  };
  const close = () => {
    if (isSaving) return;
    flushSync(() => texts.pending.forEach((takeIn) => takeIn()));
    onClose();
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
          key={clearings}
          contact={edited}
          email={text}
          options={options}
          onSaving={setSaving}
          onCancel={close}
          onClear={clear}
          onSelect={(email) => onSwitch({ mode: "select", text: email })}
          onSaved={onDone}
        />
      )}
    </Modal>
  );
}
