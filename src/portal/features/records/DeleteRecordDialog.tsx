import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { useDelete, useNotify } from "react-admin";
import { messages } from "../../../contract/messages.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { recordName } from "../../recordName.ts";

interface DeleteRecordDialogProps {
  record: RecordRow;
  onClose: () => void;
}

/** Asks before a record is deleted, by its name. */
export function DeleteRecordDialog({ record, onClose }: DeleteRecordDialogProps) {
  const id = useId();
  const notify = useNotify();
  const [deleteOne, { isPending }] = useDelete<RecordRow>();
  const confirm = () =>
    void deleteOne(
      "records",
      { id: record.id, previousData: record },
      {
        onSuccess: () => {
          notify(messages.deletedRecord, { type: "success" });
          // The card that held the focus is gone with its dialog: the page's name takes it.
          setTimeout(() => document.querySelector("h1")?.focus());
        },
        onError: () => notify(messages.deleteFailed, { type: "error" }),
        onSettled: onClose,
      },
    );
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
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="error" onClick={confirm} loading={isPending}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
