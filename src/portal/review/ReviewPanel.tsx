import { useMemo, type ReactNode } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { useUnsentValues } from "../drafts/useUnsentValues.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { NewReason } from "../record-parts/rejectionReasons.ts";
import { checklistSchema } from "./checklist.ts";
import { DecisionCard, isWrittenReason } from "./DecisionCard.tsx";
import { QueueNavigation, useReviewQueue } from "./QueueNavigation.tsx";
import { UnsentChecklist, UnsentReasons } from "./UnsentReview.tsx";

interface ReviewPanelProps {
  record: RecordRow;
  /** What differs from the delivery before. Shown with the evidence. */
  changes?: ReactNode;
}

/** For a record that is no longer pending, shows only reasons and a checklist that were not sent. */
export function ReviewPanel({ record, changes }: ReviewPanelProps) {
  const [reasons, setReasons] = useUnsentReasons(record.id);
  const checklist = useUnsentValues("checklist", checklistSchema, record.id);
  const { status } = record.statusInfo;
  const queue = useReviewQueue(record);
  const isWritten = reasons.some(isWrittenReason);
  if (status === "pending")
    return (
      <DecisionCard
        {...{ record, reasons, queue, changes }}
        onReasons={setReasons}
        checklist={checklist.values}
        onChecklist={checklist.setValues}
      />
    );
  return (
    <>
      <QueueNavigation queue={queue} />
      {isWritten && <UnsentReasons record={record} value={reasons} onClose={() => setReasons([])} />}
      {!checklist.isEmpty && (
        <UnsentChecklist record={record} value={checklist.values} onClose={() => checklist.setValues({})} />
      )}
    </>
  );
}

/** The reasons that were chosen or written but not sent. */
function useUnsentReasons(recordId: string) {
  const [text, setText] = useUnsentText("reason", recordId);
  const reasons = useMemo(() => tryOrUndefined(() => JSON.parse(text) as NewReason[]) ?? [], [text]);
  const setReasons = (next: NewReason[]) => setText(next.length === 0 ? "" : JSON.stringify(next));
  return [reasons, setReasons] as const;
}
