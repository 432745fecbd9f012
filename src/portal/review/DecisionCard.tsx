import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ComponentType, ReactNode } from "react";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { isUncorrectedFinding } from "../../contract/review/reviewFindings.ts";
import { hasConflicts, useRecordConflicts } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { DecisionButtons } from "./DecisionButtons.tsx";
import { QueueNavigation, type ReviewQueue } from "./QueueNavigation.tsx";
import { ReasonsForm } from "./ReasonsForm.tsx";
import { ReviewChecklist } from "./checklist/ReviewChecklist.tsx";
import { ReviewEvidence, type ReviewedMetadataProps } from "./evidence/ReviewEvidence.tsx";
import { useChecklistCheck } from "./checklist/useChecklistCheck.ts";
import { useDecision } from "./useDecision.ts";
import { useDecisionStep } from "./useDecisionStep.ts";
import { useReasonChoice } from "./useReasonChoice.ts";
import type { ReviewDraft } from "./useReviewDraft.ts";
import { useReviewFindings } from "./evidence/useReviewFindings.ts";

interface DecisionCardProps {
  record: RecordRow;
  draft: ReviewDraft;
  queue: ReviewQueue;
  /** Shows the message and opens the next record. */
  onDecided: (message: string) => void;
  changes: ReactNode;
  Metadata: ComponentType<ReviewedMetadataProps> | undefined;
}

export function DecisionCard(props: DecisionCardProps) {
  const { record, draft, queue, onDecided, changes, Metadata } = props;
  const { data: conflicts } = useRecordConflicts(record.id);
  const hasOpenConflicts = hasConflicts(conflicts);
  const evidence = useReviewFindings(record);
  const decision = useDecision(record.id, {
    findings: evidence.findings,
    // A colleague may have decided the next record.
    onSend: queue.reload,
    onDecided: (message) => {
      draft.clear();
      onDecided(message);
    },
  });
  const isEvidenceLoaded = decision.areFilesLoaded && !evidence.isLoading;
  const { checklist } = draft;
  const checklistCheck = useChecklistCheck(checklist.values, decision.checklistErrors);
  const { requestChanges: canRequestChanges } = useCapabilities();
  const writingStep = canRequestChanges ? "requestChanges" : "reject";
  const { step, shouldFocusForm, open, cancel } = useDecisionStep({
    restoredStep: draft.reasons.length === 0 ? undefined : canRequestChanges ? draft.decision : "reject",
    canRequestChanges,
    canAccept: () => !hasOpenConflicts && isEvidenceLoaded && checklistCheck.run(),
    onOpen: (opened) => {
      decision.startDecision();
      if (opened !== "accept") draft.setDecision(opened);
    },
  });
  const isWriting = step === "requestChanges" || step === "reject";
  const setReasons = (reasons: NewReason[]) => draft.setReasons(reasons, isWriting ? step : writingStep);
  const { form, keepTypedText, ...reasonChoice } = useReasonChoice({
    reasons: draft.reasons,
    setReasons,
    // The focus stays in the list of findings.
    onOpenForm: () => open(writingStep, false),
  });
  return (
    <SectionCard title="Review" titleAside={<QueueNavigation queue={queue} />} isHighlighted>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {hasOpenConflicts
          ? "The vendor must resolve the conflicting uploads before you can accept this model."
          : "Accept this model, or request changes. To choose what the vendor must change, use the findings."}
      </Typography>
      <Box sx={columnStyles}>
        <div className="decision">
          <div className="controls">
            {decision.errorMessage && (
              <Alert severity="error" sx={{ mb: 2 }}>
                {decision.errorMessage}
              </Alert>
            )}
            {isWriting ? (
              <>
                <Typography variant="h3">{DECISION_TITLES[step]}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {DECISION_EFFECTS[step]}
                </Typography>
              </>
            ) : (
              <DecisionButtons
                {...{ hasOpenConflicts, isEvidenceLoaded, canRequestChanges }}
                isReturning={step === "chooseAgain"}
                onDecide={open}
              />
            )}
          </div>
          {/* The accordion is rounded only as the first child. */}
          <div>
            <ReviewChecklist
              key={checklist.draft.takeoverCount}
              values={checklist.values}
              onChange={checklist.setValues}
              draft={checklist.draft}
              errors={checklistCheck.errors}
            />
          </div>
        </div>
        <ReviewEvidence
          {...{ record, evidence, changes, Metadata, ...reasonChoice }}
          form={
            isWriting && (
              <ReasonsForm
                key={draft.reasonsDraft.takeoverCount}
                ref={form}
                recordId={record.id}
                reasons={draft.reasons}
                draft={draft.reasonsDraft}
                onReasons={setReasons}
                onType={keepTypedText}
                shouldFocus={shouldFocusForm}
                decision={step}
                isPending={decision.isPending}
                serverErrors={decision.reasonErrors}
                onSubmit={(reasons) =>
                  checklistCheck.run() &&
                  decision.decide({ type: step, reasons, checklist: checklist.values })
                }
                onCancel={cancel}
              />
            )
          }
        />
      </Box>
      {step === "accept" && (
        <AcceptDialog
          record={record}
          findings={evidence.findings.filter(isUncorrectedFinding)}
          note={draft.note}
          noteDraft={draft.noteDraft}
          onNote={draft.setNote}
          isPending={decision.isPending}
          onAccept={() => {
            const note = draft.note.trim();
            decision.decide({ type: "accept", checklist: checklist.values, ...(note && { note }) }, cancel);
          }}
          onBack={cancel}
        />
      )}
    </SectionCard>
  );
}

const DECISION_TITLES = { requestChanges: "Request changes", reject: "Reject the model" };

const DECISION_EFFECTS = {
  requestChanges: "The record is reopened at once. The vendor can correct it and deliver again.",
  reject: "The record stays rejected, with your reasons, until the vendor reopens it.",
};

/** The decision is beside the evidence in a wide window; above it otherwise, where the buttons stay visible. */
const columnStyles = {
  display: "grid",
  gap: { xs: 2, xl: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "260px minmax(0, 1fr)" },
  "& > .decision": {
    // Its parts are then items of the grid, so that only the buttons stick.
    display: { xs: "contents", xl: "grid" },
    gap: 2,
    position: { xl: "sticky" },
    top: { xl: 24 },
    alignSelf: "start",
  },
  "& .controls": {
    position: { xs: "sticky", xl: "static" },
    top: { xs: 57, md: 0 },
    zIndex: 1,
    py: { xs: 1.5, xl: 0 },
    // The same height with and without a form, so that the findings do not move.
    minHeight: { md: 76 },
    alignContent: "center",
    bgcolor: "background.paper",
    borderBottomStyle: "solid",
    borderBottomWidth: { xs: "1px", xl: 0 },
    borderColor: "divider",
  },
};
