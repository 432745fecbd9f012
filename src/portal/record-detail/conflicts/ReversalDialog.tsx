import { formatModelOutcome, formatStatusChange } from "../../../contract/conflicts/rejectedModel.ts";
import type { Resolution } from "../../../contract/generated/entities.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { useVendorQuery } from "../../providers/useVendorQuery.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { buildRetryProps, ErrorAlert } from "../../ui/states.tsx";
import { useCapabilities } from "../../providers/usePortalConfig.ts";
import type { Reversal } from "./useConflictResolution.ts";

const TEXTS = {
  undo: { title: "Undo this conflict resolution?", confirmLabel: "Undo" },
  redo: { title: "Redo this conflict resolution?", confirmLabel: "Redo" },
};

interface ReversalDialogProps {
  record: RecordRow;
  resolution: Resolution;
  reversal: Reversal;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Shows what the model and the record will become before an undo or redo. */
export function ReversalDialog(props: ReversalDialogProps) {
  const { record, resolution, reversal, onConfirm, onCancel } = props;
  const isPreviewed = useCapabilities().reversalOutcome;
  const outcome = useVendorQuery(
    ["reversal-outcome", record.id, resolution.id, reversal],
    (dataProvider) => dataProvider.getReversalOutcome(record.id, resolution.id),
    { enabled: isPreviewed, gcTime: 0 },
  );
  const before = record.statusInfo.status;
  return (
    <ConfirmDialog
      {...TEXTS[reversal]}
      isDisabled={isPreviewed && !outcome.data}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {outcome.isError ? (
        <ErrorAlert title="The outcome could not be loaded." {...buildRetryProps([outcome])} />
      ) : !isPreviewed ? (
        "The files that it archived will be part of the model again."
      ) : outcome.data ? (
        [formatModelOutcome(outcome.data), formatStatusChange(before, outcome.data.status)]
          .filter(Boolean)
          .join(" ")
      ) : (
        <span role="status">Checking what will happen…</span>
      )}
    </ConfirmDialog>
  );
}
