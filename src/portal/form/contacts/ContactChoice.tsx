import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ContactRow } from "../contactRows.ts";
import { useController } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { FieldFrame } from "../inputs/FieldFrame.tsx";
import { ContactDetails } from "./ContactDetails.tsx";
import { useContactBook } from "./contactBook.ts";
import { useContactDialog, type ContactDialogRequest } from "./contactDialogRequest.ts";

interface ContactChoiceProps {
  path: string[];
  label: string;
  row: ContactRow;
  /** Names the card the buttons belong to, for those who hear them out of their place. */
  of: string;
  disabled?: boolean | undefined;
  onChange(contactId: string): void;
}

/** Who is named, and the ways to name somebody else. */
export function ContactChoice({ path, label, row, of, disabled = false, onChange }: ContactChoiceProps) {
  const { idPrefix } = useController();
  const { contacts } = useContactBook();
  const ask = useContactDialog();
  const isKnown = contacts?.some(({ id }) => id === row.contactId) ?? false;
  const open = (mode: ContactDialogRequest["mode"]) =>
    ask({ mode, contactId: row.contactId, onChosen: onChange });
  const button = (mode: ContactDialogRequest["mode"], words: string, id?: string) => (
    <Button
      id={id}
      size="small"
      variant="outlined"
      disabled={disabled}
      aria-label={`${words}: ${of}`}
      onClick={() => open(mode)}
    >
      {words}
    </Button>
  );
  return (
    <FieldFrame path={path} label={label} required layout="group">
      <ContactDetails row={row} />
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        {isKnown && button("edit", "Edit")}
        {button("select", "Select an existing contact", `${idOf(idPrefix, path)}-select`)}
        {button("create", "Create a new contact")}
      </Stack>
    </FieldFrame>
  );
}
