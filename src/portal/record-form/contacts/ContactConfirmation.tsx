import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusUnlessTyping } from "../../ui/focus.ts";

interface ConfirmationProps {
  /** The number of records that name the contact; undefined if unknown. */
  recordCount: number | undefined;
  isSaving: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** Focuses the question, not a button: a held key or a double click would otherwise confirm it unread. */
export function ContactConfirmation({ recordCount, isSaving, onConfirm, onBack }: ConfirmationProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Typography id={id} ref={focusUnlessTyping} tabIndex={-1} sx={{ mb: 1, outline: "none" }}>
        Are you sure you want to update this contact? It will update this contact across our system.
      </Typography>
      {recordCount !== undefined && <Typography color="textSecondary">{formatUsage(recordCount)}</Typography>}
      <Stack direction="row" sx={{ gap: 1, mt: 3, justifyContent: "flex-end", flexWrap: "wrap" }}>
        <BusyButton onClick={onBack} isBusy={isSaving}>
          Go back
        </BusyButton>
        <BusyButton
          variant="contained"
          isBusy={isSaving}
          onClick={({ detail: clicks }) => clicks < 2 && onConfirm()}
          aria-describedby={id}
        >
          {isSaving ? "Saving…" : "Yes, update this contact"}
        </BusyButton>
      </Stack>
    </div>
  );
}

function formatUsage(count: number): string {
  if (count === 0) return "No saved record uses this contact yet.";
  const records = count === 1 ? "1 record" : `${count.toLocaleString("en-US")} records`;
  return `This contact is used in ${records}, which may include records of other vendors.`;
}
