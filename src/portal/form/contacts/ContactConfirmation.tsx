import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";

interface ContactConfirmationProps {
  /** In how many records the contact is named; undefined where nobody knows. */
  recordCount: number | undefined;
  isSaving: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** Asks before a contact is changed for everybody. */
export function ContactConfirmation({ recordCount, isSaving, onConfirm, onBack }: ContactConfirmationProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Typography id={id} sx={{ mb: 1 }}>
        Are you sure you want to update this contact? ...it will update this contact across our system.
      </Typography>
      {recordCount !== undefined && <Typography color="textSecondary">{usageOf(recordCount)}</Typography>}
      <Stack direction="row" sx={{ gap: 1, mt: 3, justifyContent: "flex-end", flexWrap: "wrap" }}>
        <Button onClick={onBack} disabled={isSaving}>
          Go back
        </Button>
        <Button variant="contained" autoFocus loading={isSaving} onClick={onConfirm} aria-describedby={id}>
          Yes, update this contact
        </Button>
      </Stack>
    </div>
  );
}

function usageOf(count: number): string {
  if (count === 0) return "No saved record names this contact yet.";
  const records = count === 1 ? "1 record" : `${count.toLocaleString("en-US")} records`;
  return `This contact is used in ${records}, which may include records of other vendors.`;
}
