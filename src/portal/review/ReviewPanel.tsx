import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { statusLabel } from "../../contract/status.ts";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { FormHandle } from "../form/formProps.ts";
import { LeaveDialog } from "../LeaveDialog.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { hasConflicts, useRecordConflicts, useLatestRejection } from "../providers/recordQueries.ts";
import { useUnsentText } from "../providers/useUnsentText.ts";
import { formatReason, formatReasons, type NewReason } from "../rejectionReasons.ts";
import { FOR_KEYBOARDS } from "../theme.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useCapabilities } from "../usePortalConfig.ts";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { QueueNavigation, useOpenNextRecord, useReviewQueue } from "./QueueNavigation.tsx";
import { getReasons, ReasonsForm } from "./ReasonsForm.tsx";
import { ReviewEvidence } from "./ReviewEvidence.tsx";
import { useDecision, type Decision } from "./useDecision.ts";
import { useKeyboardShortcuts } from "./useKeyboardShortcuts.ts";
import { isOpenFinding, useReviewFindings } from "./useReviewFindings.ts";

/** `chooseAgain`: the user canceled a decision. */
type Step = "choose" | Decision["type"] | "chooseAgain";

const DECISION_KEYS: Record<string, Decision["type"]> = { a: "accept", c: "requestChanges", r: "reject" };

/** For a record that is no longer pending, shows only reasons that were not sent. */
export function ReviewPanel({ record }: { record: RecordRow }) {
  const [reasons, setReasons] = useReasonsDraft(record.id);
  const { status } = record.statusInfo;
  const queue = useReviewQueue(record);
  const isWritten = reasons.some(isWrittenReason);
  if (status === "pending")
    return <DecisionCard record={record} reasons={reasons} onReasons={setReasons} queue={queue} />;
  return (
    <>
      <QueueNavigation queue={queue} />
      {isWritten && <UnsentReasons record={record} reasons={reasons} onClose={() => setReasons([])} />}
    </>
  );
}

/** Changes to request that were not sent. Survives an expired session. */
function useReasonsDraft(recordId: string) {
  const [text, setText] = useUnsentText("reason", recordId);
  const reasons = useMemo(
    () => (tryOrUndefined(() => JSON.parse(text) as unknown) ?? []) as NewReason[],
    [text],
  );
  return [reasons, (next: NewReason[]) => setText(next.length === 0 ? "" : JSON.stringify(next))] as const;
}

const isWrittenReason = ({ kind, text }: Partial<NewReason>): boolean => kind !== undefined || !!text?.trim();

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

interface DecisionCardProps {
  record: RecordRow;
  /** The draft of the changes to request. */
  reasons: NewReason[];
  onReasons: (reasons: NewReason[]) => void;
  queue: ReturnType<typeof useReviewQueue>;
}

function DecisionCard({ record, reasons, onReasons, queue }: DecisionCardProps) {
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
  const decision = useDecision(record.id, (message) => {
    // Rendered before the page is left: unsent text would block that.
    flushSync(() => {
      onReasons([]);
      setNote("");
    });
    return openNextRecord(message);
  });
  const isEvidenceLoaded = decision.areFilesLoaded && !evidence.isLoading;
  const hasOpenConflicts = hasConflicts(conflicts);
  const isWriting = step === "requestChanges" || step === "reject";
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
      {(reasons.some(isWrittenReason) || note.trim() !== "") && <LeaveDialog isEdited />}
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {hasOpenConflicts
          ? "The vendor must resolve the conflicting uploads before you can accept this model."
          : "Accept this model, or request changes. To choose what the vendor must change, use the findings."}
      </Typography>
      <Box sx={isWriting ? writingStyles : decisionStyles}>
        <Box className="decision" onChange={keepTypedText}>
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
              serverErrors={decision.fieldErrors}
              onSubmit={(sent) => decision.decide({ type: step, reasons: sent })}
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
        <ReviewEvidence
          record={record}
          evidence={evidence}
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
            decision.decide({ type: "accept", ...(trimmed && { note: trimmed }) }, closeStep);
          }}
          onBack={closeStep}
        />
      )}
    </SectionCard>
  );
}

const isSameReason = (one: NewReason, other: NewReason): boolean => formatReason(one) === formatReason(other);

interface DecisionButtonsProps {
  hasOpenConflicts: boolean;
  /** The files and the findings. */
  isEvidenceLoaded: boolean;
  canRequestChanges: boolean;
  /** Focuses the button for changes after a cancel. */
  isReturning: boolean;
  onDecide: (decision: Decision["type"]) => void;
}

function DecisionButtons(props: DecisionButtonsProps) {
  const { hasOpenConflicts, isEvidenceLoaded, canRequestChanges, isReturning, onDecide } = props;
  const primary = usePrimaryFocus(isEvidenceLoaded || hasOpenConflicts);
  const shortcuts = [
    !hasOpenConflicts && "A to accept",
    canRequestChanges && "C to request changes",
    "R to reject",
  ].filter((text) => text !== false);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      {!hasOpenConflicts && (
        <Button
          ref={primary}
          variant="contained"
          disabled={!isEvidenceLoaded}
          onClick={() => onDecide("accept")}
          aria-keyshortcuts="a"
        >
          Accept
        </Button>
      )}
      {canRequestChanges && (
        <Button
          ref={hasOpenConflicts ? primary : undefined}
          variant={hasOpenConflicts ? "contained" : "outlined"}
          autoFocus={isReturning}
          onClick={() => onDecide("requestChanges")}
          aria-keyshortcuts="c"
        >
          Request changes
        </Button>
      )}
      <Button
        variant={canRequestChanges ? "text" : "outlined"}
        color="error"
        autoFocus={isReturning && !canRequestChanges}
        onClick={() => onDecide("reject")}
        aria-keyshortcuts="r"
      >
        Reject
      </Button>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={hasOpenConflicts || isEvidenceLoaded ? FOR_KEYBOARDS : undefined}
      >
        {hasOpenConflicts || isEvidenceLoaded
          ? `Keyboard: ${shortcuts.join(", ")}`
          : "You can accept the model once its files and findings are loaded."}
      </Typography>
    </Stack>
  );
}

/** Focuses the button once when it can be used, unless the user has moved the focus from the page's heading. */
function usePrimaryFocus(isReady: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isUnmoved = activeElement === document.body || activeElement?.tagName === "H1";
    if (isReady && isUnmoved) button.current?.focus({ preventScroll: true });
  }, [isReady]);
  return button;
}

/** The buttons stay visible above the evidence. */
const decisionStyles = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: "minmax(0, 1fr)",
  "& > .decision": {
    position: "sticky",
    top: { xs: 57, md: 0 },
    zIndex: 1,
    py: 1.5,
    bgcolor: "background.paper",
    borderBottom: 1,
    borderColor: "divider",
  },
};

/** The changes beside the findings that they name. */
const writingStyles = {
  display: "grid",
  gap: 3,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 5fr)" },
  "& > .decision": { position: { md: "sticky" }, top: 24, alignSelf: "start", minWidth: 0 },
};
