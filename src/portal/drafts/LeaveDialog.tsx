import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { onFlushDrafts } from "./flushDrafts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

const DEFAULT_MESSAGE = "You have unsaved changes. If you leave now, they are lost.";

interface LeaveDialogProps {
  isEdited: boolean;
  message?: string;
  /** Shown instead of `message` once the work is done. Without it, the dialog closes and navigation proceeds. */
  doneMessage?: string | undefined;
}

/**
 * Guards in-app navigation, page unload and logout. The router supports one active blocker, so a page may not have two
 * dialogs that block at once.
 */
export function LeaveDialog({ isEdited, message = DEFAULT_MESSAGE, doneMessage }: LeaveDialogProps) {
  const blocker = useBlocker(
    // A link within the page, such as from an error to its field, loses nothing.
    ({ currentLocation, nextLocation }) => isEdited && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isEdited) return undefined;
    const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", handleBeforeUnload);
    const removeFlushListener = onFlushDrafts(() => false);
    return () => {
      window.removeEventListener("beforeunload", handleBeforeUnload);
      removeFlushListener();
    };
  }, [isEdited]);
  const canProceed = blocker.state === "blocked" && !isEdited && doneMessage === undefined;
  useEffect(() => {
    if (canProceed) blocker.proceed();
  }, [canProceed, blocker]);
  if (blocker.state !== "blocked" || canProceed) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      cancelLabel="Leave"
      onCancel={blocker.proceed}
      confirmLabel="Stay"
      onConfirm={blocker.reset}
      onClose={blocker.reset}
    >
      <Typography role="status">{isEdited ? message : doneMessage}</Typography>
    </ConfirmDialog>
  );
}
