import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import { statusLabel } from "../../contract/status.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useLatestRejection } from "../providers/recordQueries.ts";
import { formatReasons, type NewReason } from "../record-parts/rejectionReasons.ts";
import { DecisionCard, isWrittenReason } from "./DecisionCard.tsx";
import { QueueNavigation, useReviewQueue } from "./QueueNavigation.tsx";
import { UnsentChecklist } from "./UnsentChecklist.tsx";
import { useUnsentJson } from "./useUnsentJson.ts";

interface ReviewPanelProps {
  record: RecordRow;
  /** What differs from the delivery before. Shown with the evidence. */
  changes?: ReactNode;
}

/** For a record that is no longer pending, shows only reasons and a checklist that were not sent. */
export function ReviewPanel({ record, changes }: ReviewPanelProps) {
  const [reasons, setReasons] = useUnsentJson("reason", record.id, NO_REASONS);
  const [checklist, setChecklist] = useUnsentJson("checklist", record.id, NO_CHECKS);
  const { status } = record.statusInfo;
  const queue = useReviewQueue(record);
  const isWritten = reasons.some(isWrittenReason);
  if (status === "pending")
    return (
      <DecisionCard
        {...{ record, reasons, checklist, queue, changes }}
        onReasons={setReasons}
        onChecklist={setChecklist}
      />
    );
  return (
    <>
      <QueueNavigation queue={queue} />
      {isWritten && <UnsentReasons record={record} reasons={reasons} onClose={() => setReasons([])} />}
      {!isEqualIgnoringEmpty(checklist, NO_CHECKS) && (
        <UnsentChecklist record={record} values={checklist} onClose={() => setChecklist(NO_CHECKS)} />
      )}
    </>
  );
}

const NO_REASONS: NewReason[] = [];
const NO_CHECKS: JsonObject = {};

interface UnsentReasonsProps {
  record: RecordRow;
  reasons: NewReason[];
  onClose: () => void;
}

function UnsentReasons({ record, reasons, onClose }: UnsentReasonsProps) {
  const { status } = record.statusInfo;
  const rejection = useLatestRejection(record.id);
  const text = formatReasons(reasons);
  // They were sent; only the response was lost.
  if (status !== "accepted" && rejection?.content === text) return null;
  return (
    <Alert severity="warning" onClose={onClose}>
      The status of this record changed to {statusLabel(status)} while you were writing. These changes were
      not sent:
      <Typography dir="auto" sx={{ mt: 1, whiteSpace: "pre-wrap" }}>
        {text}
      </Typography>
    </Alert>
  );
}
