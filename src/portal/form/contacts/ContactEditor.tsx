import { useMemo, useRef, useState } from "react";
import { fieldWithRole, schemaOf, type Bag } from "../../../contract/fields.ts";
import { validators } from "../../../contract/generated/validators.ts";
import { EntityForm } from "../EntityForm.tsx";
import type { OptionLists } from "../optionLists.ts";
import { ContactConfirmation } from "./ContactConfirmation.tsx";
import { ContactEditorFoot } from "./ContactEditorFoot.tsx";
import type { ListedContact } from "./contactBook.ts";
import { KeptContactNote } from "./KeptContactNote.tsx";
import { useContactSave } from "./useContactSave.ts";
import { useKeptContact } from "./useKeptContact.ts";
import { useTakenEmail } from "./useTakenEmail.ts";

const SCHEMA = schemaOf("contact");
const EMAIL = fieldWithRole(SCHEMA, "email");

/** Ids of the elements of this form begin with it. */
export const CONTACT_EDITOR = "contact-editor";

interface ContactEditorProps {
  /** The contact to edit; undefined to make a new one. */
  contact: ListedContact | undefined;
  /** The email a new contact begins with. */
  email: string;
  options: OptionLists | undefined;
  onSaving: (isSaving: boolean) => void;
  onCancel: () => void;
  /** What was typed is not wanted any more, and forgotten already. */
  onClear: () => void;
  /** The existing contact with this email is wanted instead. */
  onSelect: (email: string) => void;
  onSaved: (contactId: string) => void;
}

/** The form of one contact. Editing one asks first: every record that names the contact shows what is saved. */
export function ContactEditor({ contact, options, onCancel, onClear, ...props }: ContactEditorProps) {
  const { initial, kept, keep, clear, formRef } = useKeptContact(contact, props.email);
  const [confirming, setConfirming] = useState<Bag>();
  const { save, isSaving, failure } = useContactSave(contact?.id, props);
  const { check, takenIn } = useTakenEmail(contact === undefined);
  const [values, setValues] = useState(initial);
  const locked = useMemo(() => (contact ? [EMAIL] : []), [contact]);
  const pressed = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div hidden={confirming !== undefined}>
        {kept && <KeptContactNote onClear={() => clear(onClear)} />}
        <EntityForm
          schema={SCHEMA}
          validators={validators.contact}
          initial={initial}
          idPrefix={CONTACT_EDITOR}
          locked={locked}
          disabled={isSaving}
          check={check}
          ref={formRef}
          {...(options && { options })}
          {...(failure && { faults: failure.faults })}
          onChange={(typed) => {
            setValues(typed);
            keep(typed);
          }}
          onSubmit={(valid) => (contact ? setConfirming(valid) : void save(valid))}
        >
          <ContactEditorFoot
            isNew={contact === undefined}
            isSaving={isSaving}
            failure={failure}
            takenEmail={takenIn(values)}
            onSelect={props.onSelect}
            onCancel={onCancel}
            submitRef={pressed}
          />
        </EntityForm>
      </div>
      {confirming && (
        <ContactConfirmation
          recordCount={contact?.recordCount}
          isSaving={isSaving}
          onConfirm={() => void save(confirming).then((isSaved) => isSaved || setConfirming(undefined))}
          onBack={() => {
            setConfirming(undefined);
            setTimeout(() => pressed.current?.focus());
          }}
        />
      )}
    </>
  );
}
