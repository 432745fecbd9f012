import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { changedFields } from "../../../contract/conflicts/mergeChanges.ts";
import type { Fault } from "../../../contract/rules/faults.ts";
import { fieldWithRole, schemaOf, type JsonObject } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FailureNote, refusedFaults } from "../../ui/states.tsx";
import { SchemaForm } from "../EntityForm.tsx";
import type { OptionLists } from "../options/optionLists.ts";
import { FieldNotesContext } from "../formContext.ts";
import type { Collected, FormHandle } from "../formProps.ts";
import { ContactConfirmation } from "./ContactConfirmation.tsx";
import {
  contactFields,
  contactWithEmail,
  useContactBook,
  type ListedContact,
  type SavedContact,
} from "./contactBook.ts";
import type { ContactTexts } from "./contactTexts.ts";

const SCHEMA = schemaOf("contact");
const EMAIL = fieldWithRole(SCHEMA, "email");
const STILL_HERE = "Everything you typed is still here.";

interface ContactEditorProps {
  /** The contact to edit; undefined to make a new one. */
  contact: ListedContact | undefined;
  /** The email a new contact begins with. */
  email: string;
  options: OptionLists | undefined;
  /** Where what is typed and not saved stays, and under which name. */
  texts: ContactTexts;
  name: string;
  /** Saves the contact. A failure stands until the next try. */
  saving: UseMutationResult<SavedContact, Error, JsonObject>;
  onCancel: () => void;
  /** What was typed is not wanted any more. */
  onClear: () => void;
  /** Gives back what was cleared last, if anything was. */
  onUndo: (() => void) | undefined;
  /** The existing contact with this email is wanted instead. */
  onSelect: (email: string) => void;
}

/** The form of one contact. Editing one asks first: every record that names the contact shows what is saved. */
export function ContactEditor({ contact, options, saving, onCancel, ...props }: ContactEditorProps) {
  const { error, isPending: isSaving } = saving;
  const faults = refusedFaults(error);
  const { initial, entries, isKept, keep } = useKeptContact(contact, props);
  const [confirming, setConfirming] = useState<JsonObject>();
  const { check, noteOf } = useTakenEmail(contact === undefined, props.onSelect);
  const formRef = useRef<FormHandle>(null);
  const keepTyped = () => formRef.current && keep(formRef.current.collect());
  const box = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  // The first field is where the typing begins, not the dialog's Close.
  useEffect(() => focus("input:enabled"), []);
  const goBack = () => {
    setConfirming(undefined);
    setTimeout(() => focus("[type=submit]"));
  };
  return (
    <FieldNotesContext value={noteOf}>
      <div ref={box} hidden={confirming !== undefined} onChange={keepTyped}>
        <TypedNote isKept={isKept} onClear={props.onClear} onUndo={props.onUndo} />
        <SchemaForm
          schemaName="contact"
          initial={initial}
          entries={entries}
          idPrefix="contact-editor"
          locked={contact && [EMAIL]}
          disabled={isSaving}
          check={check}
          ref={formRef}
          options={options}
          faults={faults}
          onChange={keepTyped}
          onSubmit={(valid) => (contact ? setConfirming(valid) : saving.mutate(valid))}
        >
          {error && faults.length === 0 && (
            <FailureNote title="The contact was not saved." error={error} kept={STILL_HERE} />
          )}
          <Stack direction="row" sx={{ gap: 1, mt: 3, justifyContent: "flex-end", flexWrap: "wrap" }}>
            <Button onClick={onCancel}>Cancel</Button>
            <BusyButton type="submit" variant="contained" isBusy={isSaving}>
              {isSaving ? "Saving…" : contact ? "Update contact" : "Create contact"}
            </BusyButton>
          </Stack>
        </SchemaForm>
      </div>
      {confirming && (
        <ContactConfirmation
          recordCount={contact?.recordCount}
          isSaving={isSaving}
          onConfirm={() => saving.mutate(confirming, { onError: goBack })}
          onBack={goBack}
        />
      )}
    </FieldNotesContext>
  );
}

interface TypedNoteProps extends Pick<ContactEditorProps, "onClear" | "onUndo"> {
  isKept: boolean;
}

/** Says that the dialog shows what was typed in it before, with a way to begin anew, and one back from there. */
function TypedNote({ isKept, onClear, onUndo }: TypedNoteProps) {
  if (!isKept && !onUndo) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 3 }}
      action={isKept ? <Button onClick={onClear}>Clear</Button> : <Button onClick={onUndo}>Undo</Button>}
    >
      {isKept ? "This is what you typed before and did not save." : "What you typed before was cleared."}
    </Alert>
  );
}

/**
 * What a contact's form begins with, and the keeping of what is typed in it: whatever closes the dialog, opening it
 * for the same again shows it. Only what was typed: others may change the rest of the contact meanwhile.
 */
function useKeptContact(
  contact: ListedContact | undefined,
  { name, email, texts }: Pick<ContactEditorProps, "name" | "email" | "texts">,
) {
  const [kept] = useState(() => texts.of(name));
  const [saved] = useState<JsonObject>(() => (contact ? contactFields(contact) : {}));
  const [{ halfTyped: entries, ...initial }] = useState<JsonObject>(() => {
    const all = { ...saved, ...kept, ...(email !== "" && { [EMAIL]: email }) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  });
  return {
    initial,
    entries: entries as Collected["entries"] | undefined,
    isKept: kept !== undefined,
    keep({ values, entries: halfTyped }: Collected) {
      const changes = {
        ...changesIn(saved, values),
        ...(Object.keys(halfTyped).length > 0 && { halfTyped }),
      };
      texts.keep(name, Object.keys(changes).length > 0 ? changes : undefined);
    },
  };
}

/** The fields that were typed to say something else; "" where one was emptied. */
const changesIn = (saved: JsonObject, typed: JsonObject): JsonObject =>
  Object.fromEntries(changedFields(SCHEMA, saved, typed).map((name) => [name, typed[name] ?? ""]));

const TAKEN: Fault = { path: [EMAIL], rule: "unique", message: messages.contactExists };

/**
 * No two contacts share an email: known in the browser as far as the contacts have come, and by the services in any
 * case. It concerns new contacts only, since a contact's email never changes.
 *
 * @returns the check for the form, and the way to the contact that has it, which stands beside it
 */
function useTakenEmail(isNew: boolean, onSelect: (email: string) => void) {
  const { contacts } = useContactBook();
  const isTaken = useCallback(
    (email: unknown) => isNew && contactWithEmail(contacts ?? [], String(email ?? "")) !== undefined,
    [isNew, contacts],
  );
  const check = useCallback((values: JsonObject) => (isTaken(values[EMAIL]) ? [TAKEN] : []), [isTaken]);
  const noteOf = (name: string, value: unknown) =>
    name === EMAIL &&
    isTaken(value) && (
      <Button variant="outlined" size="small" sx={{ mt: 1 }} onClick={() => onSelect(String(value))}>
        Select the existing contact
      </Button>
    );
  return { check, noteOf };
}
