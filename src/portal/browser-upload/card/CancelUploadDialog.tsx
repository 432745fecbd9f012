import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../ui/states.tsx";
import { browserUploads } from "../runs/browserUploads.ts";

export function CancelUploadDialog({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => browserUploads.cancel(recordId) });
  return (
    <ConfirmDialog
      title="Cancel this upload?"
      cancelLabel="Keep uploading"
      onCancel={onClose}
      confirmLabel="Cancel upload"
      isDestructive
      isPending={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
    >
      What has arrived of this upload is deleted. Your files do not change.
      {error && <ErrorAlert title="The upload could not be canceled." error={error} />}
    </ConfirmDialog>
  );
}
