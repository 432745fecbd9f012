import { useMutation } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { Modal } from "../../ui/Modal.tsx";
import type { OptionLists } from "../../form/options/optionLists.ts";
import { ContactsContext, useContactBook, type ContactBook } from "./contactBook.ts";
import { ContactEditor, type ContactSave } from "./ContactEditor.tsx";
import { ContactSearch } from "./ContactSearch.tsx";
import { ContactsUnavailable } from "./ContactsUnavailable.tsx";
import { getContactDraftKey, type ContactDialogRequest, type ContactDrafts } from "./contactDrafts.ts";

const TITLES = {
  create: "Create a new contact",
  edit: "Edit contact",
  select: "Select an existing contact",
} satisfies Record<ContactDialogRequest["mode"], string>;

interface ContactDialogsProps {
  book: ContactBook;
  options: OptionLists | undefined;
  drafts: ContactDrafts;
  children: ReactNode;
}

export function ContactDialogs({ book, options, drafts, children }: ContactDialogsProps) {
  const [request, setRequest] = useState<ContactDialogRequest>();
  const context = useMemo(() => ({ book, openDialog: setRequest }), [book]);
  const close = () => setRequest(undefined);
  const finishRequest = (finished: ContactDialogRequest, contactId: string) => {
    drafts.delete(getContactDraftKey(finished));
    finished.onDone(contactId);
  };
  return (
    <ContactsContext value={context}>
      {children}
      {request && (
        <ContactDialog
          key={getContactDraftKey(request)}
          request={request}
          options={options}
          drafts={drafts}
          onClose={close}
          // After a switch, both drafts are deleted once a contact is chosen.
          onSwitch={(other) =>
            setRequest({ ...request, ...other, onDone: (contactId) => finishRequest(request, contactId) })
          }
          onDone={(contactId) => {
            close();
            finishRequest(request, contactId);
          }}
        />
      )}
    </ContactsContext>
  );
}

interface ContactDialogProps extends Pick<ContactDialogsProps, "options" | "drafts"> {
  request: ContactDialogRequest;
  onClose: () => void;
  onSwitch: (other: Pick<ContactDialogRequest, "mode" | "text">) => void;
  onDone: (contactId: string) => void;
}

function ContactDialog({ request, options, drafts, onClose, onSwitch, onDone }: ContactDialogProps) {
  const { contacts, saveContact } = useContactBook();
  const [editorKey, setEditorKey] = useState(0);
  const [clearedDraft, setClearedDraft] = useState<JsonObject>();
  const { mode, contactId, text = "" } = request;
  const draftKey = getContactDraftKey(request);
  const edited = mode === "edit" ? contacts?.find(({ id }) => id === contactId) : undefined;
  const saving = useMutation({
    mutationFn: ({ values, etag }: ContactSave) => saveContact(values, edited?.id, etag),
    onSuccess: ({ id }) => onDone(id),
  });
  const close = () => {
    if (!saving.isPending) onClose();
  };
  const resetEditor = (cleared?: JsonObject) => {
    saving.reset();
    setEditorKey(editorKey + 1);
    setClearedDraft(cleared);
  };
  return (
    <Modal open title={TITLES[mode]} onClose={close} width="md">
      {mode === "select" ? (
        <ContactSearch
          initialText={text}
          onSelect={onDone}
          onCreate={(email) => onSwitch({ mode: "create", text: email })}
        />
      ) : mode === "edit" && !edited ? (
        <ContactsUnavailable what="The contact" />
      ) : (
        <ContactEditor
          key={editorKey}
          draftKey={draftKey}
          contact={edited}
          email={text}
          options={options}
          drafts={drafts}
          saving={saving}
          onCancel={close}
          onClear={() => {
            const cleared = drafts.get(draftKey);
            drafts.delete(draftKey);
            resetEditor(cleared);
          }}
          onUndo={
            clearedDraft &&
            (() => {
              drafts.set(draftKey, { ...drafts.get(draftKey), ...clearedDraft });
              resetEditor();
            })
          }
          onSelect={(email) => onSwitch({ mode: "select", text: email })}
        />
      )}
    </Modal>
  );
}
