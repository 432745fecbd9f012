import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { getRecordName } from "../ui/recordName.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { ErrorAlert, isResponseLost } from "../ui/states.tsx";

/** A new version keeps its identifier and names the accepted record as its previous one. */
type CopyKind = "duplicate" | "newVersion";

interface Attempt {
  kind: CopyKind;
  isRetry?: boolean;
  /** The response of an earlier try was lost, so the copy may exist. */
  mayExist?: boolean;
}

const TEXTS = {
  duplicate: {
    success: messages.duplicatedRecord,
    failure: "This record was not duplicated",
    reassurance: "There is no copy of",
    lost: {
      failure: "This record may not have been duplicated",
      reassurance: "Retry to continue. It never creates a second copy of",
    },
  },
  newVersion: {
    success: messages.createdNewVersion,
    failure: "The new version was not created",
    reassurance: "There is no new version of",
    lost: {
      failure: "The new version may not have been created",
      reassurance: "Retry to continue. It never creates a second new version of",
    },
  },
} as const;

/** The idempotency keys are kept until a try succeeds, so that a retry after a lost response makes no second copy. */
export function useCopyRecord(recordId: string, onCopied: (copyId: string) => void) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const idempotencyKeys = useRef<Partial<Record<CopyKind, string>>>({});
  const mutation = useMutation<string, Error, Attempt>({
    mutationFn: async ({ kind }) => {
      const key = (idempotencyKeys.current[kind] ??= createIdempotencyKey());
      const copyId = await (kind === "duplicate"
        ? dataProvider.duplicateRecord(recordId, key)
        : dataProvider.createNewVersion(recordId, key));
      if (copyId === undefined) throw new Error("The server returned no id for the copied record");
      return copyId;
    },
    onSuccess: (_, { kind }) => {
      idempotencyKeys.current = {};
      notify(TEXTS[kind].success, { type: "success" });
    },
    onError: () => notify(messages.generic, { type: "error" }),
  });
  const { mutate, isPending, isError, error, variables, reset } = mutation;
  // Passed to `mutate`: not called after unmount, so a user who has left is not redirected.
  const copy = (attempt: Attempt) => mutate(attempt, { onSuccess: onCopied });
  const failedKind = isError || (isPending && variables.isRetry) ? variables.kind : undefined;
  const mayExist = isResponseLost(error) || variables?.mayExist === true;
  return { copy, isPending, failedKind, mayExist, error, reset };
}

interface CopyFailureDialogProps {
  record: RecordRow;
  copying: ReturnType<typeof useCopyRecord>;
}

/** Nothing unless the last copy failed. */
export function CopyFailureDialog({ record, copying }: CopyFailureDialogProps) {
  const { failedKind, mayExist, copy, error, isPending, reset } = copying;
  if (failedKind === undefined) return null;
  const texts = TEXTS[failedKind];
  const { failure, reassurance } = mayExist ? texts.lost : texts;
  return (
    <ConfirmDialog
      title={failure}
      confirmLabel="Retry"
      onConfirm={() => copy({ kind: failedKind, isRetry: true, mayExist })}
      isPending={isPending}
      onCancel={reset}
    >
      <ErrorAlert title={messages.generic} error={error} />
      {reassurance} <strong dir="auto">{getRecordName(record.currentMetadata)}</strong>
      {mayExist ? "." : " yet."}
    </ConfirmDialog>
  );
}
