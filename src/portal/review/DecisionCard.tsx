import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ComponentType, ReactNode } from "react";
import { isUncorrectedFinding } from "../../contract/review/reviewFindings.ts";
import { hasConflicts, useRecordConflicts } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { DecisionButtons } from "./DecisionButtons.tsx";
import { QueueNavigation, useOpenNextRecord, type ReviewQueue } from "./QueueNavigation.tsx";
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
  changes: ReactNode;
  Metadata: ComponentType<ReviewedMetadataProps> | undefined;
}

export function DecisionCard({ record, draft, queue, changes, Metadata }: DecisionCardProps) {
  const { data: conflicts } = useRecordConflicts(record.id);
  const hasOpenConflicts = hasConflicts(conflicts);
  const evidence = useReviewFindings(record);
  const openNextRecord = useOpenNextRecord(queue);
  const decision = useDecision(record.id, {
    // A colleague may have decided the next record.
    beforeSend: queue.reload,
    onDecided: (message) => {
      draft.clear();
      return openNextRecord(message);
    },
  });
  const isEvidenceLoaded = decision.areFilesLoaded && !evidence.isLoading;
  const { checklist } = draft;
  const checklistCheck = useChecklistCheck(checklist.values, decision.checklistErrors);
  const { requestChanges: canRequestChanges } = useCapabilities();
  const writingStep = canRequestChanges ? "requestChanges" : "reject";
  const { step, shouldFocusForm, open, cancel } = useDecisionStep({
    restoredStep: draft.reasons.length === 0 ? undefined : writingStep,
    canRequestChanges,
    canAccept: () => !hasOpenConflicts && isEvidenceLoaded && checklistCheck.run(),
    onOpen: decision.startDecision,
  });
  // The focus stays in the list of findings.
  const { form, keepTypedText, ...reasonChoice } = useReasonChoice(draft, () => open(writingStep, false));
  const isWriting = step === "requestChanges" || step === "reject";
  return (
    <SectionCard title="Review" titleAside={<QueueNavigation queue={queue} />} isHighlighted>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {hasOpenConflicts
          ? "The vendor must resolve the conflicting uploads before you can accept this model."
          : "Accept this model, or request changes. To choose what the vendor must change, use the findings."}
      </Typography>
      <Box sx={isWriting ? writingStyles : choosingStyles}>
        <div className="decision">
          <Box className="controls" onChange={keepTypedText}>
            {decision.errorMessage && (
              <Alert severity="error" sx={{ mb: 2 }}>
                {decision.errorMessage}
              </Alert>
            )}
            {isWriting ? (
              <ReasonsForm
                key={draft.reasonsDraft.takeoverCount}
                ref={form}
                recordId={record.id}
                reasons={draft.reasons}
                draft={draft.reasonsDraft}
                onReasons={draft.setReasons}
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
            ) : (
              <DecisionButtons
                {...{ hasOpenConflicts, isEvidenceLoaded, canRequestChanges }}
                isReturning={step === "chooseAgain"}
                onDecide={open}
              />
            )}
          </Box>
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
        <ReviewEvidence {...{ record, evidence, changes, Metadata }} {...reasonChoice} />
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

/** Metadata and findings side by side. */
const evidenceColumns = "repeat(2, minmax(0, 1fr))";

/** Beside the evidence in a wide window; above it otherwise, where the buttons stay visible. */
const choosingStyles = {
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
    bgcolor: "background.paper",
    borderBottomStyle: "solid",
    borderBottomWidth: { xs: "1px", xl: 0 },
    borderColor: "divider",
  },
  "& > .evidence": { gridTemplateColumns: { lg: evidenceColumns } },
  "& > .evidence > .metadata": { gridColumn: { lg: 2 }, gridRow: { lg: "1 / span 2" } },
};

/** The changes beside the findings that they name. */
const writingStyles = {
  display: "grid",
  gap: 3,
  gridTemplateColumns: {
    xs: "minmax(0, 1fr)",
    md: "minmax(0, 4fr) minmax(0, 5fr)",
    xl: "380px minmax(0, 1fr)",
  },
  "& > .decision": {
    display: "grid",
    gap: 2,
    position: { md: "sticky" },
    top: 24,
    alignSelf: "start",
    minWidth: 0,
  },
  "& > .evidence": { gridTemplateColumns: { xl: evidenceColumns } },
  "& > .evidence > .metadata": { gridColumn: { xl: 2 }, gridRow: { xl: "1 / span 2" } },
};
