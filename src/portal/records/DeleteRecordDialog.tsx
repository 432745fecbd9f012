import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useContext, useId } from "react";
import { useDelete, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { FailureNote } from "../ui/FailureNote.tsx";
import { HoldContext } from "./HoldContext.ts";

interface DeleteRecordDialogProps {
  record: RecordRow;
  onClose: () => void;
}

/** Asks before a record is deleted, by its name. Stays open, with the reason and another try, when it was not. */
export function DeleteRecordDialog({ record, onClose }: DeleteRecordDialogProps) {
  const id = useId();
  const { confirm, isPending, error } = useDeletion(record, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>Delete this record?</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} sx={{ overflowWrap: "anywhere" }}>
          <strong>{recordName(record.currentMetadata)}</strong> will be removed from your records.
        </DialogContentText>
        {error !== null && <FailureNote title={messages.deleteFailed} error={error} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="error" onClick={confirm} loading={isPending}>
          {error === null ? "Delete" : "Retry"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useDeletion(record: RecordRow, onClose: () => void) {
  const notify = useNotify();
  const { drop } = useContext(HoldContext);
  const [deleteOne, { isPending, error }] = useDelete<RecordRow>();
  const onSuccess = () => {
    notify(messages.deletedRecord, { type: "success" });
    drop(record.id);
    onClose();
    // The card that held the focus is gone with its dialog: the page's name takes it.
    setTimeout(() => document.querySelector("h1")?.focus());
  };
  const onError = () => notify(messages.deleteFailed, { type: "error" });
  const confirm = () =>
    void deleteOne("records", { id: record.id, previousData: record }, { onSuccess, onError });
  return { confirm, isPending, error };
}
