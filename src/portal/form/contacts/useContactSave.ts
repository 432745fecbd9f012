import { useRef, useState } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useContactBook, type ContactOutcome } from "./contactBook.ts";

/** Why a contact was not saved. */
export type FailedContact = Exclude<ContactOutcome, { id: string }>;

interface Hearers {
  onSaving: (isSaving: boolean) => void;
  onSaved: (contactId: string) => void;
}

/** Saves a contact, one save at a time; without an id as a new one. A failure stands until the next try. */
export function useContactSave(contactId: string | undefined, { onSaving, onSaved }: Hearers) {
  const { addContact, updateContact } = useContactBook();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<FailedContact>();
  const isRunning = useRef(false);

  const tell = (isOn: boolean) => {
    isRunning.current = isOn;
    setSaving(isOn);
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
  return { save, isSaving, failure };
}
