import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import type { FormHandle } from "../form/formProps.ts";
import { LeaveDialog } from "../drafts/LeaveDialog.tsx";
import { hasConflicts, useRecordConflicts } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { formatReason, type NewReason } from "../record-parts/rejectionReasons.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { DecisionButtons } from "./DecisionButtons.tsx";
import { QueueNavigation, useOpenNextRecord, type ReviewQueue } from "./QueueNavigation.tsx";
import { getReasons, ReasonsForm } from "./ReasonsForm.tsx";
import { ReviewChecklist } from "./ReviewChecklist.tsx";
import { ReviewEvidence } from "./ReviewEvidence.tsx";
import { useDecision, type Decision } from "./useDecision.ts";
import { useKeyboardShortcuts } from "../ui/useKeyboardShortcuts.ts";
import { isOpenFinding, useReviewFindings } from "./useReviewFindings.ts";

/** `chooseAgain`: the user canceled a decision. */
type Step = "choose" | Decision["type"] | "chooseAgain";

const DECISION_KEYS: Record<string, Decision["type"]> = { a: "accept", c: "requestChanges", r: "reject" };

interface DecisionCardProps {
  record: RecordRow;
  /** The draft of the changes to request. */
  reasons: NewReason[];
  onReasons: (reasons: NewReason[]) => void;
  checklist: JsonObject;
  onChecklist: (checklist: JsonObject) => void;
  queue: ReviewQueue;
  changes: ReactNode;
}

export function DecisionCard(props: DecisionCardProps) {
  const { record, reasons, onReasons, checklist, onChecklist, queue, changes } = props;
  const { requestChanges: canRequestChanges } = useCapabilities();
  const [step, setStep] = useState<Step>(
    reasons.length === 0 ? "choose" : canRequestChanges ? "requestChanges" : "reject",
  );
  const [shouldFocusForm, setShouldFocusForm] = useState(false);
  const form = useRef<FormHandle>(null);
  const { data: conflicts } = useRecordConflicts(record.id);
  const evidence = useReviewFindings(record);
  const openFindings = evidence.findings.filter(isOpenFinding);
  const [note, setNote] = useUnsentText("acceptance", record.id);
  const openNextRecord = useOpenNextRecord(queue);
  const decision = useDecision(record.id, {
    // A colleague may have decided the next record.
    beforeSend: queue.reload,
    onDecided: (message) => {
      // Rendered before the page is left: unsent values would block that.
      flushSync(() => {
        onReasons([]);
        setNote("");
        onChecklist({});
      });
      return openNextRecord(message);
    },
  });
  const isEvidenceLoaded = decision.areFilesLoaded && !evidence.isLoading;
  const hasOpenConflicts = hasConflicts(conflicts);
  const isWriting = step === "requestChanges" || step === "reject";
  const isEdited =
    reasons.some(isWrittenReason) || note.trim() !== "" || !isEqualIgnoringEmpty(checklist, {});
  const openStep = (next: Decision["type"]) => {
    if (next === "accept" && (hasOpenConflicts || !isEvidenceLoaded)) return;
    decision.startDecision();
    setShouldFocusForm(true);
    setStep(next);
  };
  const closeStep = () => setStep("chooseAgain");
  // The form itself reports typed text with a delay.
  const keepTypedText = () => form.current && onReasons(getReasons(form.current.snapshot()));
  const toggleReason = (reason: NewReason) => {
    const written = (form.current ? getReasons(form.current.snapshot()) : reasons).filter(isWrittenReason);
    const others = written.filter((one) => !isSameReason(one, reason));
    const next = others.length < written.length ? others : [...written, reason];
    if (form.current) return form.current.setValues({ reasons: next });
    onReasons(next);
    openStep(canRequestChanges ? "requestChanges" : "reject");
    // The focus stays in the list of findings.
    setShouldFocusForm(false);
  };
  useKeyboardShortcuts((key) => {
    const chosen = DECISION_KEYS[key];
    const isOffered = chosen !== undefined && (chosen !== "requestChanges" || canRequestChanges);
    const isChoosing = step === "choose" || step === "chooseAgain";
    if (isOffered && isChoosing) openStep(chosen);
    return isOffered && isChoosing;
  });
  return (
    <SectionCard title="Review" titleAside={<QueueNavigation queue={queue} />} isHighlighted>
      {isEdited && <LeaveDialog isEdited />}
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
                ref={form}
                recordId={record.id}
                reasons={reasons}
                onReasons={onReasons}
                shouldFocus={shouldFocusForm}
                decision={step}
                isPending={decision.isPending}
                serverErrors={decision.reasonErrors}
                onSubmit={(sent) => decision.decide({ type: step, reasons: sent, checklist })}
                onCancel={closeStep}
              />
            ) : (
              <DecisionButtons
                {...{ hasOpenConflicts, isEvidenceLoaded, canRequestChanges }}
                isReturning={step === "chooseAgain"}
                onDecide={openStep}
              />
            )}
          </Box>
          {/* The accordion is rounded only as the first child. */}
          <div>
            <ReviewChecklist
              values={checklist}
              onChange={onChecklist}
              serverErrors={decision.checklistErrors}
            />
          </div>
        </div>
        <ReviewEvidence
          record={record}
          evidence={evidence}
          changes={changes}
          isChosen={(reason) => reasons.some((one) => isSameReason(one, reason))}
          onToggle={toggleReason}
        />
      </Box>
      {step === "accept" && (
        <AcceptDialog
          record={record}
          openFindings={openFindings}
          note={note}
          onNote={setNote}
          isPending={decision.isPending}
          onAccept={() => {
            const trimmed = note.trim();
            decision.decide({ type: "accept", checklist, ...(trimmed && { note: trimmed }) }, closeStep);
          }}
          onBack={closeStep}
        />
      )}
    </SectionCard>
  );
}

export const isWrittenReason = ({ kind, text }: Partial<NewReason>): boolean =>
  kind !== undefined || !!text?.trim();

const isSameReason = (one: NewReason, other: NewReason): boolean => formatReason(one) === formatReason(other);

/** Beside the evidence in a wide window; above it otherwise, where the buttons stay visible. */
const choosingStyles = {
  display: "grid",
  gap: { xs: 2, lg: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 2fr)" },
  "& > .decision": {
    // Its parts are then items of the grid, so that only the buttons stick.
    display: { xs: "contents", lg: "grid" },
    gap: 2,
    position: { lg: "sticky" },
    top: { lg: 24 },
    alignSelf: "start",
  },
  "& .controls": {
    position: { xs: "sticky", lg: "static" },
    top: { xs: 57, md: 0 },
    zIndex: 1,
    py: { xs: 1.5, lg: 0 },
    bgcolor: "background.paper",
    borderBottomStyle: "solid",
    borderBottomWidth: { xs: "1px", lg: 0 },
    borderColor: "divider",
  },
};

/** The changes beside the findings that they name. */
const writingStyles = {
  display: "grid",
  gap: 3,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 5fr)" },
  "& > .decision": {
    display: "grid",
    gap: 2,
    position: { md: "sticky" },
    top: 24,
    alignSelf: "start",
    minWidth: 0,
  },
};
