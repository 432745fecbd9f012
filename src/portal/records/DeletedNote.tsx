import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useContext, useEffect, useRef, useState } from "react";
import { DataProviderContext, useDelete, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { session } from "../providers/session.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { FailureNote } from "../ui/states.tsx";

/** Long enough to read the note and reach its button. */
const UNDOABLE_FOR = 10_000;

interface DeletedNoteProps {
  record: RecordRow;
  /** Whether the record could not be deleted, and is to be seen again meanwhile. */
  onFailure: (isBack: boolean) => void;
  /** The record is gone, or back. */
  onEnd: () => void;
}

/**
 * A record that was just deleted, and may still be had back. Time makes it final, and so does leaving: for another
 * page, by signing out, or by closing the tab.
 */
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

/**
 * Carried out by us, and not by react-admin's queue of undoable mutations: taking one off it forgets another that was
 * added meanwhile, and the second of two records deleted at once would stay.
 */
function useUndoableDelete({ record, onFailure, onEnd }: DeletedNoteProps) {
  const notify = useNotify();
  const dataProvider = useContext(DataProviderContext);
  const [deleteOne] = useDelete<RecordRow, Error>();
  const [failure, setFailure] = useState<Error>();
  const asked = { id: record.id, previousData: record };
  const carryOut = () =>
    void deleteOne("records", asked, {
      mutationMode: "optimistic",
      // Told when the services have answered; react-admin's own success is that of the list on the screen.
      onSuccess: () => undefined,
      onSettled: (_: unknown, error: Error | null) => {
        notify(error ? messages.deleteFailed : messages.deletedRecord, { type: error ? "error" : "success" });
        if (!error) return onEnd();
        setFailure(error);
        onFailure(true);
      },
    });
  // Once: neither twice, nor after an Undo.
  const isFinished = useRef(false);
  const finish = (how: "undo" | "delete" | "sign-out") => {
    if (isFinished.current) return;
    isFinished.current = true;
    if (how === "undo") onEnd();
    else if (how === "delete") carryOut();
    // At once, while the session still stands. Nobody is left to be told.
    else void dataProvider?.delete("records", asked).catch(() => undefined);
  };
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(leaving.current);
    const end = () => latest.current("delete");
    const timer = setTimeout(end, UNDOABLE_FOR);
    window.addEventListener("pagehide", end);
    const stopWaiting = session.beforeEnd(() => latest.current("sign-out"));
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", end);
      stopWaiting();
      leaving.current = setTimeout(end);
    };
  }, []);
  const retry = () => {
    setFailure(undefined);
    onFailure(false);
    carryOut();
  };
  return { finish, failure, retry };
}
