import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { getUserMessage } from "../ui/states.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";

/** Takes a pending record back from review, so that its vendor can change or delete it. */
export function WithdrawButton({ recordId }: { recordId: string }) {
  const dataProvider = usePortalDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.withdrawRecord(recordId),
    onSuccess: () => notify(messages.withdrewRecord, { type: "success" }),
    onError: (error) => notify(`${messages.withdrawFailed} ${getUserMessage(error)}`, { type: "error" }),
    onSettled: () => {
      setConfirming(false);
      void queries.invalidateQueries();
    },
  });
  if (!useCapabilities().withdrawRecord) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setConfirming(true)}>
        Withdraw
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Withdraw this record from review?"
          confirmLabel="Withdraw"
          isPending={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setConfirming(false)}
        >
          The record will be in progress again, and a message tells the agency. Its uploaded versions and
          messages are kept. To have it reviewed, upload the model again.
        </ConfirmDialog>
      )}
    </>
  );
}
