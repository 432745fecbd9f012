import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { listDifferingFields } from "../../../contract/conflicts/mergeChanges.ts";
import type { FieldError } from "../../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldNameByRole, getSchema, pickSchemaFields } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorAlert, formatSaveFailure, getFieldErrors } from "../../ui/states.tsx";
import { SchemaForm } from "../../form/EntityForm.tsx";
import type { OptionLists } from "../../form/options/optionLists.ts";
import { FieldNotesContext } from "../../form/formContext.ts";
import type { FormHandle } from "../../form/formProps.ts";
import type { ContactRow } from "../../providers/resources/contactRow.ts";
import { ContactConfirmation } from "./ContactConfirmation.tsx";
import { findContactByEmail, useContactBook, type SavedContact } from "./contactBook.ts";
import type { ContactDrafts } from "./contactDrafts.ts";

const SCHEMA = getSchema("contact");
const EMAIL = getFieldNameByRole(SCHEMA, "email");
const STILL_HERE = "Everything you typed is still in the form.";

export interface ContactSave {
  values: JsonObject;
  /** Revision of the contact when the editor opened. */
  etag: string | undefined;
}

interface ContactEditorProps {
  /** Undefined for a new contact. */
  contact: ContactRow | undefined;
  email: string;
  options: OptionLists | undefined;
  drafts: ContactDrafts;
  draftKey: string;
  saving: UseMutationResult<SavedContact, Error, ContactSave>;
  onCancel: () => void;
  onClear: () => void;
  onUndo: (() => void) | undefined;
  onSelect: (email: string) => void;
}

/** Editing asks for confirmation: the change shows in every record that names the contact. */
export function ContactEditor({ contact, options, saving, onCancel, ...props }: ContactEditorProps) {
  const { error, isPending: isSaving } = saving;
  const serverErrors = getFieldErrors(error);
  const { initialValues, isRestored, saveDraft } = useContactDraft(contact, props);
  const [etag] = useState(contact?.etag);
  const save = (values: JsonObject, options = {}) => saving.mutate({ values, etag }, options);
  const [valuesToConfirm, setValuesToConfirm] = useState<JsonObject>();
  const { validateEmail, renderFieldNote } = useDuplicateEmailCheck(contact === undefined, props.onSelect);
  const formRef = useRef<FormHandle>(null);
  const handleChange = () => formRef.current && saveDraft(formRef.current.snapshot());
  const editor = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => editor.current?.querySelector<HTMLElement>(selector)?.focus();
  // Focuses the first field; the dialog would focus its Close button.
  useEffect(() => focus("input:enabled"), []);
  const goBack = () => {
    setValuesToConfirm(undefined);
    setTimeout(() => focus("[type=submit]"));
  };
  return (
    <FieldNotesContext value={renderFieldNote}>
      <div ref={editor} hidden={valuesToConfirm !== undefined} onChange={handleChange}>
        <ContactDraftNote isRestored={isRestored} onClear={props.onClear} onUndo={props.onUndo} />
        <SchemaForm
          schemaName="contact"
          initialValues={initialValues}
          idPrefix="contact-editor"
          readOnlyFields={contact && [EMAIL]}
          disabled={isSaving}
          customValidate={validateEmail}
          ref={formRef}
          options={options}
          serverErrors={serverErrors}
          onChange={handleChange}
          onSubmit={(values) => (contact ? setValuesToConfirm(values) : save(values))}
        >
          {error && serverErrors.length === 0 && (
            <ErrorAlert
              title={formatSaveFailure("The contact", error)}
              error={error}
              reassurance={STILL_HERE}
            />
          )}
          <Stack direction="row" sx={buttonBarStyles}>
            <Button onClick={onCancel}>Cancel</Button>
            <BusyButton type="submit" variant="contained" isBusy={isSaving}>
              {isSaving ? "Saving…" : contact ? "Update contact" : "Create contact"}
            </BusyButton>
          </Stack>
        </SchemaForm>
      </div>
      {valuesToConfirm && (
        <ContactConfirmation
          recordCount={contact?.recordCount}
          isSaving={isSaving}
          onConfirm={() => save(valuesToConfirm, { onError: goBack })}
          onBack={goBack}
        />
      )}
    </FieldNotesContext>
  );
}

/** Stays in view at the bottom of the dialog, over its padding. */
const buttonBarStyles = {
  position: "sticky",
  bottom: -16,
  zIndex: 2,
  gap: 1,
  mb: -2,
  py: 2,
  justifyContent: "flex-end",
  flexWrap: "wrap",
  bgcolor: "background.paper",
  backgroundImage: "var(--Paper-overlay)",
};

interface ContactDraftNoteProps extends Pick<ContactEditorProps, "onClear" | "onUndo"> {
  isRestored: boolean;
}

function ContactDraftNote({ isRestored, onClear, onUndo }: ContactDraftNoteProps) {
  if (!isRestored && !onUndo) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 3 }}
      action={isRestored ? <Button onClick={onClear}>Clear</Button> : <Button onClick={onUndo}>Undo</Button>}
    >
      {isRestored
        ? "The form shows your unsaved changes to this contact."
        : "Your unsaved changes to this contact were cleared."}
    </Alert>
  );
}

/** Restores what was typed before the dialog closed. Saves only changed fields: others may edit the rest of the contact. */
function useContactDraft(
  contact: ContactRow | undefined,
  { draftKey, email, drafts }: Pick<ContactEditorProps, "draftKey" | "email" | "drafts">,
) {
  const [draft] = useState(() => drafts.get(draftKey));
  const [saved] = useState<JsonObject>(() => (contact ? pickSchemaFields(SCHEMA, contact) : {}));
  const [initialValues] = useState<JsonObject>(() => {
    const values = { ...saved, ...draft, ...(email !== "" && { [EMAIL]: email }) };
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  });
  return {
    initialValues,
    isRestored: draft !== undefined,
    saveDraft(values: JsonObject) {
      const changes = pickChanges(saved, values);
      if (Object.keys(changes).length > 0) drafts.set(draftKey, changes);
      else drafts.delete(draftKey);
    },
  };
}

/** The changed fields; "" marks a field that was emptied. */
const pickChanges = (saved: JsonObject, typed: JsonObject): JsonObject =>
  Object.fromEntries(listDifferingFields(SCHEMA, saved, typed).map((name) => [name, typed[name] ?? ""]));

const EMAIL_EXISTS: FieldError = { path: [EMAIL], rule: "unique", message: messages.contactExists };

/** Only for new contacts: the email of a contact never changes. The server checks uniqueness too. */
function useDuplicateEmailCheck(isNew: boolean, onSelect: (email: string) => void) {
  const { contacts } = useContactBook();
  const isTaken = useCallback(
    (email: unknown) => isNew && findContactByEmail(contacts ?? [], String(email ?? "")) !== undefined,
    [isNew, contacts],
  );
  const validateEmail = useCallback(
    (values: JsonObject) => (isTaken(values[EMAIL]) ? [EMAIL_EXISTS] : []),
    [isTaken],
  );
  const renderFieldNote = (name: string, value: unknown) =>
    name === EMAIL &&
    isTaken(value) && (
      <Button variant="outlined" size="small" sx={{ mt: 1 }} onClick={() => onSelect(String(value))}>
        Select the existing contact
      </Button>
    );
  return { validateEmail, renderFieldNote };
}
