import Button from "@mui/material/Button";
import { messages } from "../../contract/messages.ts";
import { FailureNote } from "../ui/FailureNote.tsx";
import { Modal } from "../ui/Modal.tsx";

interface NotDuplicatedDialogProps {
  /** What the record is called. */
  name: string;
  error: unknown;
  isTrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** Says that a record was not duplicated, and offers another try: it cannot make a second copy. */
export function NotDuplicatedDialog({ name, error, isTrying, onRetry, onClose }: NotDuplicatedDialogProps) {
  return (
    <Modal
      open
      title="This record was not duplicated"
      width="xs"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={onRetry} loading={isTrying}>
            Retry
          </Button>
        </>
      }
    >
      <FailureNote title={messages.generic} error={error} />
      There is no copy of <strong>{name}</strong> yet.
    </Modal>
  );
}
