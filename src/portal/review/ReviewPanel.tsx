import type { ComponentType, ReactNode } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { ReviewedMetadataProps } from "./evidence/ReviewEvidence.tsx";
import { DecisionCard } from "./DecisionCard.tsx";
import { QueueNavigation, useReviewQueue } from "./QueueNavigation.tsx";
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
  if (record.statusInfo.status === "pending")
    return <DecisionCard {...{ record, draft, queue, changes, Metadata }} />;
  return (
    <>
      <QueueNavigation queue={queue} />
      <UnsentReview record={record} draft={draft} />
    </>
  );
}
