import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { DataProviderContext, useDelete, useEvent, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { draftLocks, draftStore } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordName } from "../recordName.ts";
import { ErrorAlert } from "../ui/states.tsx";

const UNDO_PERIOD_MS = 10_000;

/** A delete that can be undone until it is sent. */
export interface PendingDelete {
  record: RecordRow;
  isSent?: boolean;
  error?: Error | undefined;
}

/**
 * Sends each delete after the undo period, or at once when the user leaves the page, signs out or closes the tab. Not
 * with react-admin's undoable mutations: Undo of the first of two deletes sends the second one, and signing out loses
 * both.
 */
export function useUndoableDeletes() {
  const notify = useNotify();
  const dataProvider = useContext(DataProviderContext);
  const [pendingDeletes, setPendingDeletes] = useState<PendingDelete[]>([]);
  const undoTimers = useRef(new Map<RecordRow, ReturnType<typeof setTimeout>>());
  const updatePendingDelete = (id: string | undefined, changes?: Omit<PendingDelete, "record">) =>
    setPendingDeletes((all) =>
      all.flatMap((item) => (item.record.id !== id ? item : changes ? { ...item, ...changes } : [])),
    );
  const [deleteOne] = useDelete<RecordRow, Error>("records", undefined, {
    onSettled: (_, error, { id }) => {
      notify(error ? messages.deleteFailed : messages.deletedRecord, {
        type: error ? "error" : "success",
      });
      if (!error && id !== undefined) discardClosedDrafts(String(id));
      updatePendingDelete(id, error ? { isSent: false, error } : undefined);
    },
  });
  /** Returns false if the undo period was over. */
  const cancelUndoTimer = (record: RecordRow): boolean => {
    clearTimeout(undoTimers.current.get(record));
    return undoTimers.current.delete(record);
  };
  const sendDelete = (record: RecordRow) => {
    cancelUndoTimer(record);
    updatePendingDelete(record.id, { isSent: true, error: undefined });
    void deleteOne(undefined, { id: record.id, previousData: record });
  };
  const finishAllDeletes = useEffectEvent((isSigningOut: boolean) => {
    for (const record of [...undoTimers.current.keys()])
      // Signing out: send at once while the session is valid. The page unmounts, so nothing is notified.
      if (!isSigningOut) sendDelete(record);
      else if (cancelUndoTimer(record))
        void dataProvider?.delete("records", { id: record.id, previousData: record }).catch(() => undefined);
  });
  useEffect(() => {
    const handlePageHide = () => finishAllDeletes(false);
    window.addEventListener("pagehide", handlePageHide);
    const unsubscribe = session.onBeforeEnd(() => finishAllDeletes(true));
    return () => {
      window.removeEventListener("pagehide", handlePageHide);
      unsubscribe();
      handlePageHide();
    };
  }, []);
  return {
    pendingDeletes,
    /** Also retries a failed delete. A stable function, because each memoized card gets it. */
    startDelete: useEvent((record: RecordRow) => {
      setPendingDeletes((all) => [...all.filter((item) => item.record.id !== record.id), { record }]);
      undoTimers.current.set(
        record,
        setTimeout(() => sendDelete(record), UNDO_PERIOD_MS),
      );
    }),
    sendDelete,
    undoDelete: (record: RecordRow) => cancelUndoTimer(record) && updatePendingDelete(record.id),
  };
}

/** Otherwise Logout would warn about these drafts. A form that is open in a tab keeps its draft. */
function discardClosedDrafts(recordId: string) {
  const { username = "" } = session.getAccount() ?? {};
  for (const { id } of draftStore.list(username, recordId))
    draftLocks.runIfFree(id, () => draftStore.discard(username, recordId, id));
}

interface DeletedAlertProps extends PendingDelete {
  onUndo: () => void;
  onRetry: () => void;
}

export const DeletedAlert = ({ record, isSent, error, onUndo, onRetry }: DeletedAlertProps) =>
  error ? (
    <ErrorAlert title={messages.deleteFailed} error={error} onRetry={onRetry} />
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
      <bdi>{getRecordName(record.currentMetadata)}</bdi> {isSent ? "is being deleted." : "was deleted."}
    </Alert>
  );
