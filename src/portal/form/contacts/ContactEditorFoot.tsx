import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { Ref } from "react";
import type { FailedContact } from "./useContactSave.ts";

interface ContactEditorFootProps {
  isNew: boolean;
  isSaving: boolean;
  failure: FailedContact | undefined;
  /** The typed email, where a contact has it already. */
  takenEmail: string | undefined;
  onSelect: (email: string) => void;
  onCancel: () => void;
  submitRef: Ref<HTMLButtonElement>;
}

/** Stands under a contact's fields: why it was not saved, the way to a contact there is already, the buttons. */
export function ContactEditorFoot({
  isNew,
  isSaving,
  failure,
  takenEmail,
  onSelect,
  onCancel,
  submitRef,
}: ContactEditorFootProps) {
  return (
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
        <Button ref={submitRef} type="submit" variant="contained" loading={isSaving}>
          {isNew ? "Create contact" : "Update contact"}
        </Button>
      </Stack>
    </>
  );
}
