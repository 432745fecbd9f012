import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useDelete, useEvent, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { deviceDrafts } from "../providers/deviceDrafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { ClampedName } from "../ui/ClampedName.tsx";
import { getRecordName } from "../ui/recordName.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../ui/states.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";

export interface RecordDelete {
  record: RecordRow;
  step: "confirming" | "deleting" | "failed" | "deleted";
  /** Why the delete failed. */
  error?: Error;
}

const SHOWN_STEPS: RecordDelete["step"][] = ["confirming", "failed"];

/** Whether the lists still show the record. */
export const isStillShown = ({ step }: RecordDelete): boolean => SHOWN_STEPS.includes(step);

/** Deletes at once, because the trash can restore the record. If the services have no trash, the user confirms first. */
export function useRecordDeletes() {
  const notify = useNotify();
  const { restoreRecord: hasTrash } = useCapabilities();
  const [deletes, setDeletes] = useState<RecordDelete[]>([]);
  const remove = (id: string) => setDeletes((all) => all.filter(({ record }) => record.id !== id));
  const set = (changed: RecordDelete) =>
    setDeletes((all) => [...all.filter(({ record }) => record.id !== changed.record.id), changed]);
  const [deleteOne] = useDelete<RecordRow, Error>();
  const sendDelete = (record: RecordRow) => {
    set({ record, step: "deleting" });
    void deleteOne(
      "records",
      { id: record.id, previousData: record },
      {
        onSuccess: () => {
          notify(messages.deletedRecord, { type: "success" });
          if (hasTrash) set({ record, step: "deleted" });
          else {
            discardDeviceDrafts(record.id);
            remove(record.id);
          }
        },
        onError: (error) => {
          notify(messages.deleteFailed, { type: "error" });
          set({ record, step: "failed", error });
        },
      },
    );
  };
  return {
    deletes,
    sendDelete,
    /** For a delete that was canceled or undone. */
    removeDelete: remove,
    /** A stable function, because each memoized card gets it. */
    startDelete: useEvent((record: RecordRow) =>
      hasTrash ? sendDelete(record) : set({ record, step: "confirming" }),
    ),
  };
}

/** Otherwise Logout would warn about these drafts. */
const discardDeviceDrafts = (recordId: string) =>
  deviceDrafts.removeAll(session.getAccount()?.username ?? "", recordId);

interface DeletedAlertProps extends RecordDelete {
  onDelete: () => void;
  /** After Cancel, and after Undo has restored the record. */
  onKept: () => void;
}

export function DeletedAlert({ record, step, error, onDelete, onKept }: DeletedAlertProps) {
  const name = <ClampedName name={getRecordName(record.currentMetadata)} />;
  if (step === "confirming")
    return (
      <ConfirmDialog
        title="Delete this record?"
        confirmLabel="Delete"
        isDestructive
        onConfirm={onDelete}
        onCancel={onKept}
      >
        {name} cannot be restored after you delete it.
      </ConfirmDialog>
    );
  if (step === "failed") return <ErrorAlert title={messages.deleteFailed} error={error} onRetry={onDelete} />;
  if (step === "deleting")
    return (
      <Alert severity="info" role="status" sx={{ mb: 3 }}>
        {name} is being deleted.
      </Alert>
    );
  return <UndoAlert record={record} onRestored={onKept} />;
}

function UndoAlert({ record, onRestored }: { record: RecordRow; onRestored: () => void }) {
  const dataProvider = usePortalDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => dataProvider.restoreRecord(record.id),
    onSuccess: async () => {
      notify(messages.restoredRecord, { type: "success" });
      await queries.invalidateQueries({ queryKey: ["records"] });
      onRestored();
    },
    onError: () => notify(messages.restoreFailed, { type: "error" }),
  });
  // The drafts come back with Undo.
  const handleLeave = useEffectEvent(() => {
    if (!isSuccess && !isPending) discardDeviceDrafts(record.id);
  });
  useEffect(() => () => handleLeave(), []);
  if (error) return <ErrorAlert title={messages.restoreFailed} error={error} onRetry={() => mutate()} />;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 3 }}
      action={
        <Button autoFocus loading={isPending} onClick={() => mutate()}>
          Undo
        </Button>
      }
    >
      <ClampedName name={getRecordName(record.currentMetadata)} /> was deleted.
    </Alert>
  );
}
