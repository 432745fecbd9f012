import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useCallback, useEffect, useRef, useState, type Ref } from "react";
import { changedFields } from "../../../contract/conflicts/mergeChanges.ts";
import type { Fault } from "../../../contract/rules/faults.ts";
import { fieldWithRole, schemaOf, textOf, type Bag } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { validators } from "../../../contract/generated/validators.ts";
import { EntityForm } from "../EntityForm.tsx";
import type { OptionLists } from "../options/optionLists.ts";
import type { FormHandle } from "../formProps.ts";
import { ContactConfirmation } from "./ContactConfirmation.tsx";
import {
  contactFields,
  contactWithEmail,
  useContactBook,
  type ContactOutcome,
  type ListedContact,
} from "./contactBook.ts";
import { textName, type ContactTexts } from "./contactTexts.ts";

const SCHEMA = schemaOf("contact");
const EMAIL = fieldWithRole(SCHEMA, "email");

interface ContactEditorProps {
  /** The contact to edit; undefined to make a new one. */
  contact: ListedContact | undefined;
  /** The email a new contact begins with. */
  email: string;
  options: OptionLists | undefined;
  /** Where what is typed and not saved stays. */
  texts: ContactTexts;
  isSaving: boolean;
  onSaving: (isSaving: boolean) => void;
  onCancel: () => void;
  /** What was typed is not wanted any more. */
  onClear: () => void;
  /** The existing contact with this email is wanted instead. */
  onSelect: (email: string) => void;
  onSaved: (contactId: string) => void;
}

/** The form of one contact. Editing one asks first: every record that names the contact shows what is saved. */
export function ContactEditor({ contact, options, onCancel, onClear, ...props }: ContactEditorProps) {
  const { isSaving } = props;
  const { initial, isKept, keep } = useKeptContact(contact, props);
  const [confirming, setConfirming] = useState<Bag>();
  const { save, failure } = useContactSave(contact?.id, props);
  const { check, takenIn } = useTakenEmail(contact === undefined);
  const [typed, setTyped] = useState(initial);
  const formRef = useRef<FormHandle>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  const takenEmail = takenIn(typed);
  const keepTyped = () => formRef.current && keep(formRef.current.collect().values);
  // The first field is where the typing begins, not the dialog's Close.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("input:enabled")?.focus(), []);
  return (
    <>
      <div ref={box} hidden={confirming !== undefined} onChange={keepTyped}>
        {isKept && <KeptNote onClear={onClear} />}
        <EntityForm
          schema={SCHEMA}
          validators={validators.contact}
          initial={initial}
          idPrefix="contact-editor"
          locked={contact && [EMAIL]}
          disabled={isSaving}
          check={check}
          ref={formRef}
          options={options}
          faults={failure?.faults}
          onChange={(values) => {
            setTyped(values);
            // Not these values: more may be typed by now.
            keepTyped();
          }}
          onSubmit={(valid) => (contact ? setConfirming(valid) : void save(valid))}
        >
          <Foot
            {...{ contact, failure, takenEmail, isSaving, onCancel, pressed }}
            onSelect={props.onSelect}
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

interface FootProps extends Pick<ContactEditorProps, "contact" | "onCancel" | "onSelect"> {
  failure: { words: string; faults: Fault[] } | undefined;
  /** The typed email, where a contact has it already. */
  takenEmail: string | undefined;
  isSaving: boolean;
  pressed: Ref<HTMLButtonElement>;
}

/** Stands under a contact's fields: why it was not saved, the way to a contact there is already, the buttons. */
const Foot = ({ contact, failure, takenEmail, isSaving, pressed, onCancel, onSelect }: FootProps) => (
  <>
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
  </>
);

/** Says that the dialog shows what was typed in it before, and gives a way to begin anew. */
const KeptNote = ({ onClear }: { onClear: () => void }) => (
  <Alert severity="info" variant="outlined" sx={{ mb: 3 }} action={<Button onClick={onClear}>Clear</Button>}>
    This is what you typed before and did not save.
  </Alert>
);

/**
 * What a contact's form begins with, and the keeping of what is typed in it: whatever closes the dialog, opening it
 * for the same again shows it. Only what was typed: others may change the rest of the contact meanwhile.
 */
function useKeptContact(
  contact: ListedContact | undefined,
  { email, texts }: Pick<ContactEditorProps, "email" | "texts">,
) {
  const name = textName(contact ? { mode: "edit", contactId: contact.id } : { mode: "create" });
  const [kept] = useState(() => texts.of(name));
  const [saved] = useState<Bag>(() => (contact ? contactFields(contact) : {}));
  const [initial] = useState<Bag>(() => {
    const all = { ...saved, ...kept, ...(email !== "" && { [EMAIL]: email }) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  });
  return {
    initial,
    isKept: kept !== undefined,
    keep(typed: Bag) {
      const changes = changesIn(saved, typed);
      if (Object.keys(changes).length === 0) texts.forget(name);
      else texts.keep(name, changes);
    },
  };
}

/** The fields that were typed to say something else; "" where one was emptied. */
const changesIn = (saved: Bag, typed: Bag): Bag =>
  Object.fromEntries(
    changedFields(schemaOf("contact"), saved, typed).map((name) => [name, typed[name] ?? ""]),
  );

/** Saves a contact, one save at a time; without an id as a new one. A failure stands until the next try. */
function useContactSave(
  contactId: string | undefined,
  { onSaving, onSaved }: Pick<ContactEditorProps, "onSaving" | "onSaved">,
) {
  const { addContact, updateContact } = useContactBook();
  const [failure, setFailure] = useState<Exclude<ContactOutcome, { id: string }>>();
  const isRunning = useRef(false);
  const tell = (isOn: boolean) => {
    isRunning.current = isOn;
    onSaving(isOn);
  };
  /** Answers whether the contact was saved. */
  const save = async (values: Bag): Promise<boolean> => {
    if (isRunning.current) return false;
    tell(true);
    const outcome = await (contactId === undefined ? addContact(values) : updateContact(contactId, values));
    tell(false);
    if ("id" in outcome) onSaved(outcome.id);
    else setFailure(outcome);
    return "id" in outcome;
  };
  return { save, failure };
}

const TAKEN: Fault = { path: [EMAIL], rule: "unique", message: messages.contactExists };

/**
 * No two contacts share an email: known in the browser as far as the contacts have come, and by the services in any
 * case. It concerns new contacts only, since a contact's email never changes.
 *
 * @returns the check for the form, and the email among some values if a contact has it already
 */
function useTakenEmail(isNew: boolean) {
  const { contacts } = useContactBook();
  const takenIn = useCallback(
    (values: Bag): string | undefined => {
      const email = textOf(SCHEMA, values, "email");
      return isNew && contacts && contactWithEmail(contacts, email) ? email : undefined;
    },
    [isNew, contacts],
  );
  const check = useCallback((values: Bag) => (takenIn(values) === undefined ? [] : [TAKEN]), [takenIn]);
  return { check, takenIn };
}
