import { useEffect, useRef, type ComponentType, type ReactNode } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { ReviewedMetadataProps } from "./evidence/ReviewEvidence.tsx";
import { DecisionCard } from "./DecisionCard.tsx";
import { QueueNavigation, useOpenNextRecord, useReviewQueue } from "./QueueNavigation.tsx";
import { UnsentReview } from "./UnsentReview.tsx";
import { useReviewDraft } from "./useReviewDraft.ts";

interface ReviewPanelProps {
  record: RecordRow;
  /** What differs from the delivery before. Shown with the evidence. */
  changes?: ReactNode;
  /** The metadata of the record, beside the findings. */
  Metadata?: ComponentType<ReviewedMetadataProps> | undefined;
}

/** For a record that is no longer pending, shows only what was not sent. */
export function ReviewPanel({ record, changes, Metadata }: ReviewPanelProps) {
  const draft = useReviewDraft();
  const queue = useReviewQueue(record);
  // Here, because the record can stop being pending before the next one is known.
  const openNextRecord = useOpenNextRecord(queue, record);
  const isPending = record.statusInfo.status === "pending";
  useScrollToDecision(isPending);
  if (isPending)
    return <DecisionCard {...{ record, draft, queue, changes, Metadata }} onDecided={openNextRecord} />;
  return (
    <>
      <QueueNavigation queue={queue} />
      <UnsentReview record={record} draft={draft} />
    </>
  );
}

/** The new status and what was not sent are at the top. */
function useScrollToDecision(isPending: boolean): void {
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending) window.scrollTo(0, 0);
    wasPending.current = isPending;
  }, [isPending]);
}
