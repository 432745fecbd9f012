import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import { useDelete, useNotify, useTakeUndoableMutation } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { FailureNote } from "../ui/states/FailureNote.tsx";

/** Long enough to read the note and reach its button. */
const UNDOABLE_FOR = 10_000;

interface DeletedNoteProps {
  record: RecordRow;
  /** Whether the record could not be deleted, and is to be seen again meanwhile. */
  onFailure: (isBack: boolean) => void;
  /** The record is gone, or back. */
  onEnd: () => void;
}

/** A record that was just deleted, and may still be had back. Leaving the page, or time, makes it final. */
export function DeletedNote(props: DeletedNoteProps) {
  const { finish, failure, retry } = useUndoableDelete(props);
  if (failure !== undefined)
    return <FailureNote title={messages.deleteFailed} error={failure} onRetry={retry} />;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 3, overflowWrap: "anywhere" }}
      onClose={() => finish("delete")}
      action={
        <Button color="inherit" size="small" autoFocus onClick={() => finish("undo")}>
          Undo
        </Button>
      }
    >
      <bdi>{recordName(props.record.currentMetadata)}</bdi> was deleted.
    </Alert>
  );
}

function useUndoableDelete({ record, onFailure, onEnd }: DeletedNoteProps) {
  const notify = useNotify();
  const take = useTakeUndoableMutation();
  const [deleteOne] = useDelete<RecordRow, Error>();
  const [failure, setFailure] = useState<Error>();
  // Told when the services have answered; react-admin's own success is that of the list on the screen.
  const outcome = {
    onSuccess: () => undefined,
    onSettled: (_: unknown, error: Error | null) => {
      notify(error ? messages.deleteFailed : messages.deletedRecord, { type: error ? "error" : "success" });
      if (!error) return onEnd();
      setFailure(error);
      onFailure(true);
    },
  };
  const start = () =>
    deleteOne("records", { id: record.id, previousData: record }, { ...outcome, mutationMode: "undoable" });
  // Once: after an Undo, the note that goes would take the same deletion again and carry it out.
  const isFinished = useRef(false);
  const finish = (how: "undo" | "delete") => {
    const mutation = isFinished.current ? undefined : take();
    if (!mutation) return;
    isFinished.current = true;
    mutation({ isUndo: how === "undo" });
    if (how === "undo") onEnd();
  };
  const latest = useRef({ start, finish });
  useEffect(() => {
    latest.current = { start, finish };
  });
  const isStarted = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(leaving.current);
    if (!isStarted.current) void latest.current.start();
    isStarted.current = true;
    const timer = setTimeout(() => latest.current.finish("delete"), UNDOABLE_FOR);
    return () => {
      clearTimeout(timer);
      leaving.current = setTimeout(() => latest.current.finish("delete"));
    };
  }, []);
  const retry = () => {
    setFailure(undefined);
    onFailure(false);
    void deleteOne(
      "records",
      { id: record.id, previousData: record },
      { ...outcome, mutationMode: "optimistic" },
    );
  };
  return { finish, failure, retry };
}
