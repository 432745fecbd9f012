import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMemo, useRef, useState } from "react";
import { fieldWithRole, schemaOf, type Bag } from "../../../contract/fields.ts";
import { validators } from "../../../contract/generated/validators.ts";
import { EntityForm } from "../EntityForm.tsx";
import type { OptionLists } from "../optionLists.ts";
import { ContactConfirmation } from "./ContactConfirmation.tsx";
import type { ListedContact } from "./contactBook.ts";
import { contactFields } from "./contactText.ts";
import { useContactSave } from "./useContactSave.ts";
import { useTakenEmail } from "./useTakenEmail.ts";

const SCHEMA = schemaOf("contact");
const EMAIL = fieldWithRole(SCHEMA, "email");

interface ContactEditorProps {
  /** The contact to edit; undefined to make a new one. */
  contact: ListedContact | undefined;
  /** The email a new contact begins with. */
  email: string;
  options: OptionLists | undefined;
  onSaving: (isSaving: boolean) => void;
  onCancel: () => void;
  /** The existing contact with this email is wanted instead. */
  onSelect: (email: string) => void;
  onSaved: (contactId: string) => void;
}

/** The form of one contact. Editing one asks first: every record that names the contact shows what is saved. */
export function ContactEditor({ contact, options, onCancel, onSelect, ...props }: ContactEditorProps) {
  const [initial] = useState<Bag>(() => (contact ? contactFields(contact) : startingWith(props.email)));
  const [confirming, setConfirming] = useState<Bag>();
  const { save, isSaving, failure } = useContactSave(contact?.id, props);
  const { check, takenIn } = useTakenEmail(contact === undefined);
  const [values, setValues] = useState(initial);
  const takenEmail = takenIn(values);
  const locked = useMemo(() => (contact ? [EMAIL] : []), [contact]);
  const pressed = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div hidden={confirming !== undefined}>
        <EntityForm
          schema={SCHEMA}
          validators={validators.contact}
          initial={initial}
          idPrefix="contact-editor"
          locked={locked}
          check={check}
          {...(options && { options })}
          {...(failure && { faults: failure.faults })}
          onChange={setValues}
          onSubmit={(valid) => (contact ? setConfirming(valid) : void save(valid))}
        >
          {failure && failure.faults.length === 0 && (
            <Alert severity="error" role="alert" sx={{ mt: 3 }}>
              <strong>The contact was not saved.</strong> {failure.words} Everything you typed is still here.
            </Alert>
          )}
          {takenEmail !== undefined && (
            <Button variant="outlined" size="small" sx={{ mt: 2 }} onClick={() => onSelect(takenEmail)}>
              Select the existing contact
            </Button>
          )}
          <Stack direction="row" sx={{ gap: 1, mt: 3, justifyContent: "flex-end", flexWrap: "wrap" }}>
            <Button onClick={onCancel}>Cancel</Button>
            <Button ref={pressed} type="submit" variant="contained" loading={isSaving}>
              {contact ? "Update contact" : "Create contact"}
            </Button>
          </Stack>
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

const startingWith = (email: string): Bag => (email === "" ? {} : { [EMAIL]: email });
