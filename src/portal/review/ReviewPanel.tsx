import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { statusLabel } from "../../contract/status.ts";
import { LeaveDialog } from "../LeaveDialog.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { hasConflicts, useRecordConflicts, useLatestRejection } from "../providers/recordQueries.ts";
import { useUnsentText } from "../providers/useUnsentText.ts";
import { getRecordName } from "../recordName.ts";
import { FOR_KEYBOARDS } from "../theme.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { QueueNavigation, useReviewQueue } from "./QueueNavigation.tsx";
import { RejectForm } from "./RejectForm.tsx";
import { ReviewEvidence } from "./ReviewEvidence.tsx";
import { useDecision } from "./useDecision.ts";
import { useKeyboardShortcuts } from "./useKeyboardShortcuts.ts";

/** `chooseAgain`: the user canceled a decision. */
type Step = "choose" | "accept" | "reject" | "chooseAgain";

/** For a record that is no longer pending, shows only a reason that was not sent. */
export function ReviewPanel({ record }: { record: RecordRow }) {
  const [reason, setReason] = useUnsentText("reason", record.id);
  const { status } = record.statusInfo;
  const queueNavigation = <QueueNavigation queue={useReviewQueue(record)} />;
  if (status === "pending")
    return (
      <>
        {reason.trim() !== "" && <LeaveDialog isEdited />}
        <DecisionCard
          record={record}
          reason={reason}
          onReason={setReason}
          queueNavigation={queueNavigation}
        />
      </>
    );
  return (
    <>
      {queueNavigation}
      {reason.trim() !== "" && <UnsentReason record={record} reason={reason} onClose={() => setReason("")} />}
    </>
  );
}

interface UnsentReasonProps {
  record: RecordRow;
  reason: string;
  onClose: () => void;
}

function UnsentReason({ record, reason, onClose }: UnsentReasonProps) {
  const { status } = record.statusInfo;
  const rejection = useLatestRejection(record.id);
  // The reason was sent; only the response was lost.
  if (status === "rejected" && rejection?.content === reason.trim()) return null;
  return (
    <Alert severity="warning" onClose={onClose}>
      The status of this record changed to {statusLabel(status)} while you were writing. Your reason was not
      sent:
      <Typography dir="auto" sx={{ mt: 1, whiteSpace: "pre-wrap" }}>
        {reason}
      </Typography>
    </Alert>
  );
}

interface DecisionCardProps {
  record: RecordRow;
  /** The draft of a rejection's reason. */
  reason: string;
  onReason: (reason: string) => void;
  queueNavigation: ReactNode;
}

function DecisionCard({ record, reason, onReason, queueNavigation }: DecisionCardProps) {
  const [step, setStep] = useState<Step>(reason === "" ? "choose" : "reject");
  const { data: conflicts } = useRecordConflicts(record.id);
  const decision = useDecision(record.id, () => onReason(""));
  const { areFilesLoaded } = decision;
  const hasOpenConflicts = hasConflicts(conflicts);
  const openStep = (next: Step) => {
    if (next === "accept" && (hasOpenConflicts || !areFilesLoaded)) return;
    decision.startDecision();
    setStep(next);
  };
  const closeStep = () => setStep("chooseAgain");
  const addToReason = (line: string) => {
    onReason(reason.trim() === "" ? line : `${reason.trimEnd()}\n${line}`);
    if (step !== "reject") openStep("reject");
  };
  useKeyboardShortcuts((key) => {
    const chosen = ({ a: "accept", r: "reject" } as const)[key];
    const isChoosing = step === "choose" || step === "chooseAgain";
    if (chosen && isChoosing) openStep(chosen);
    return chosen !== undefined && isChoosing;
  });
  return (
    <SectionCard title="Review" titleAside={queueNavigation} isHighlighted>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {hasOpenConflicts
          ? "The vendor must resolve the conflicting uploads before you can accept this model."
          : "Accept this model, or reject it and tell the vendor what to change."}
      </Typography>
      <Box sx={step === "reject" ? rejectStyles : decisionStyles}>
        <Box className="decision">
          {decision.errorMessage && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {decision.errorMessage}
            </Alert>
          )}
          {step === "reject" ? (
            <RejectForm
              recordId={record.id}
              reason={reason}
              onReason={onReason}
              isPending={decision.isPending}
              onReject={decision.reject}
              onCancel={closeStep}
            />
          ) : (
            <DecisionButtons
              {...{ hasOpenConflicts, areFilesLoaded }}
              isReturning={step === "chooseAgain"}
              onDecide={openStep}
            />
          )}
        </Box>
        <ReviewEvidence record={record} onAddToReason={addToReason} />
      </Box>
      {step === "accept" && <AcceptDialog record={record} decision={decision} onBack={closeStep} />}
    </SectionCard>
  );
}

interface AcceptDialogProps {
  record: RecordRow;
  decision: ReturnType<typeof useDecision>;
  onBack: () => void;
}

const AcceptDialog = ({ record, decision, onBack }: AcceptDialogProps) => (
  <ConfirmDialog
    title="Accept this model?"
    confirmLabel="Accept model"
    onConfirm={() => decision.accept(onBack)}
    isPending={decision.isPending}
    onCancel={onBack}
  >
    <Typography>
      <strong dir="auto">{getRecordName(record.currentMetadata)}</strong> will be accepted, and its data will
      become available. You cannot undo this.
    </Typography>
  </ConfirmDialog>
);

interface DecisionButtonsProps {
  hasOpenConflicts: boolean;
  areFilesLoaded: boolean;
  /** Focuses the Reject button after a cancel. */
  isReturning: boolean;
  onDecide: (step: Step) => void;
}

const DecisionButtons = ({
  hasOpenConflicts,
  areFilesLoaded,
  isReturning,
  onDecide,
}: DecisionButtonsProps) => (
  <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
    {!hasOpenConflicts && (
      <Button
        variant="contained"
        disabled={!areFilesLoaded}
        onClick={() => onDecide("accept")}
        aria-keyshortcuts="a"
      >
        Accept
      </Button>
    )}
    <Button
      variant="outlined"
      color="error"
      autoFocus={isReturning}
      onClick={() => onDecide("reject")}
      aria-keyshortcuts="r"
    >
      Reject
    </Button>
    <Typography
      variant="caption"
      color="textSecondary"
      sx={hasOpenConflicts || areFilesLoaded ? FOR_KEYBOARDS : undefined}
    >
      {hasOpenConflicts
        ? "Keyboard shortcut: R to reject"
        : areFilesLoaded
          ? "Keyboard shortcuts: A to accept, R to reject"
          : "You can accept the model once its files are loaded."}
    </Typography>
  </Stack>
);

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

/** The reason beside the evidence that it names. */
const rejectStyles = {
  display: "grid",
  gap: 3,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 5fr)" },
  "& > .decision": { position: { md: "sticky" }, top: 24, alignSelf: "start", minWidth: 0 },
};
