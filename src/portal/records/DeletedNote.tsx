import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { DataProviderContext, useDelete, useEvent, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { draftLocks, draftStore } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { FailureNote } from "../ui/states.tsx";

/** Long enough to read the note and reach its button. */
const UNDOABLE_FOR = 10_000;

/** A record that was deleted, until that is final. */
export interface Deletion {
  record: RecordRow;
  /** There is no way back any more. */
  isSent?: boolean;
  /** Why it could not be deleted, and is seen again. */
  failure?: Error | undefined;
}

/**
 * Records that were deleted and may still be had back, each by itself. Time makes it final, and so does leaving: for
 * another page, by signing out, or by closing the tab. Not by react-admin's queue of undoable mutations: taking one off
 * it forgets another that was added meanwhile, and the second of two records deleted at once would stay.
 */
export function useDeletions() {
  const notify = useNotify();
  const dataProvider = useContext(DataProviderContext);
  const [deletions, setDeletions] = useState<Deletion[]>([]);
  const undoable = useRef(new Map<RecordRow, ReturnType<typeof setTimeout>>());
  const change = (id: string | undefined, next?: Omit<Deletion, "record">) =>
    setDeletions((all) =>
      all.flatMap((one) => (one.record.id !== id ? one : next ? { ...one, ...next } : [])),
    );
  const [deleteOne] = useDelete<RecordRow, Error>("records", undefined, {
    onSettled: (_, failure, { id }) => {
      notify(failure ? messages.deleteFailed : messages.deletedRecord, {
        type: failure ? "error" : "success",
      });
      if (!failure && id !== undefined) discardDrafts(String(id));
      change(id, failure ? { isSent: false, failure } : undefined);
    },
  });
  /** Ends the time for an Undo; false where it was over. */
  const close = (record: RecordRow): boolean => {
    clearTimeout(undoable.current.get(record));
    return undoable.current.delete(record);
  };
  const send = (record: RecordRow) => {
    close(record);
    change(record.id, { isSent: true, failure: undefined });
    void deleteOne(undefined, { id: record.id, previousData: record });
  };
  const leave = useEffectEvent((isSigningOut: boolean) => {
    for (const record of [...undoable.current.keys()])
      // At once, while the session still stands. Nobody is left to be told.
      if (!isSigningOut) send(record);
      else if (close(record))
        void dataProvider?.delete("records", { id: record.id, previousData: record }).catch(() => undefined);
  });
  useEffect(() => {
    const onLeave = () => leave(false);
    window.addEventListener("pagehide", onLeave);
    const stopWaiting = session.beforeEnd(() => leave(true));
    return () => {
      window.removeEventListener("pagehide", onLeave);
      stopWaiting();
      onLeave();
    };
  }, []);
  return {
    deletions,
    /** One that failed before is tried anew. Always the same function: each card is given it. */
    begin: useEvent((record: RecordRow) => {
      setDeletions((all) => [...all.filter((one) => one.record.id !== record.id), { record }]);
      undoable.current.set(
        record,
        setTimeout(() => send(record), UNDOABLE_FOR),
      );
    }),
    send,
    undo: (record: RecordRow) => close(record) && change(record.id),
  };
}

/** What was typed for a record goes with it, or Logout would ask about it; a form that is open keeps its own. */
function discardDrafts(recordId: string) {
  const { username = "" } = session.current() ?? {};
  for (const { id } of draftStore.list(username, recordId))
    draftLocks.ifFree(id, () => draftStore.discard(username, recordId, id));
}

interface DeletedNoteProps extends Deletion {
  onUndo: () => void;
  onRetry: () => void;
}

/** Says that a record was deleted, and brings it back. */
export const DeletedNote = ({ record, isSent, failure, onUndo, onRetry }: DeletedNoteProps) =>
  failure ? (
    <FailureNote title={messages.deleteFailed} error={failure} onRetry={onRetry} />
  ) : (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 3 }}
      action={
        !isSent && (
          <Button autoFocus onClick={onUndo}>
            Undo
          </Button>
        )
      }
    >
      <bdi>{recordName(record.currentMetadata)}</bdi> {isSent ? "is being deleted." : "was deleted."}
    </Alert>
  );
