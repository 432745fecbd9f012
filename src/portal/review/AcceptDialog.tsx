import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { Modal } from "../ui/Modal.tsx";

interface AcceptDialogProps {
  record: RecordRow;
  isPending: boolean;
  onAccept: () => void;
  onClose: () => void;
}

/** Asks before a model is accepted, by its name: that cannot be taken back. */
export function AcceptDialog({ record, isPending, onAccept, onClose }: AcceptDialogProps) {
  return (
    <Modal
      open
      title="Accept this model?"
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={onAccept} loading={isPending}>
            Accept model
          </Button>
        </>
      }
    >
      <Typography>
        <strong>{recordName(record.currentMetadata)}</strong> will be accepted and its data available. This
        cannot be taken back.
      </Typography>
    </Modal>
  );
}
