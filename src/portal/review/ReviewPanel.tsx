import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { statusLabel } from "../../contract/status.ts";
import { LeaveQuestion } from "../LeaveQuestion.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { isInConflict, useRecordConflicts, useRejection } from "../providers/recordQueries.ts";
import { useUnsentText } from "../providers/useUnsentText.ts";
import { recordName } from "../recordName.ts";
import { FOR_KEYBOARDS } from "../theme.ts";
import { Question } from "../ui/Question.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { Neighbours, useQueue } from "./Neighbours.tsx";
import { RejectForm } from "./RejectForm.tsx";
import { ReviewEvidence } from "./ReviewEvidence.tsx";
import { useDecision } from "./useDecision.ts";
import { useKeys } from "./useKeys.ts";

/** From either decision there is a way back to the choice. */
type Step = "choose" | "accept" | "reject" | "back";

/** The agency's decision on a pending record; on any other, only what was written before somebody else decided. */
export function ReviewPanel({ record }: { record: RecordRow }) {
  const [reason, setReason] = useUnsentText("reason", record.id);
  const { status } = record.statusInfo;
  const neighbours = <Neighbours queue={useQueue(record)} />;
  if (status === "pending")
    return (
      <>
        {reason.trim() !== "" && <LeaveQuestion isEdited />}
        <Decision record={record} reason={reason} onReason={setReason} neighbours={neighbours} />
      </>
    );
  return (
    <>
      {neighbours}
      {reason.trim() !== "" && <UnsentReason record={record} reason={reason} onClose={() => setReason("")} />}
    </>
  );
}

interface UnsentReasonProps {
  record: RecordRow;
  reason: string;
  onClose: () => void;
}

/** Somebody else has decided: what was written is not lost without a word. */
function UnsentReason({ record, reason, onClose }: UnsentReasonProps) {
  const { status } = record.statusInfo;
  const rejection = useRejection(record.id);
  // It was sent, and only the answer got lost.
  if (status === "rejected" && rejection?.content === reason.trim()) return null;
  return (
    <Alert severity="warning" onClose={onClose}>
      This record was {statusLabel(status)} while you wrote. Your reason was not sent:
      <Typography dir="auto" sx={{ mt: 1, whiteSpace: "pre-wrap" }}>
        {reason}
      </Typography>
    </Alert>
  );
}

interface DecisionProps {
  record: RecordRow;
  /** Of a rejection, as far as it is written. */
  reason: string;
  onReason: (reason: string) => void;
  neighbours: ReactNode;
}

function Decision({ record, reason, onReason, neighbours }: DecisionProps) {
  const [step, setStep] = useState<Step>(reason === "" ? "choose" : "reject");
  const { data: conflicts } = useRecordConflicts(record.id);
  const decision = useDecision(record.id, () => onReason(""));
  const { isListed } = decision;
  const isContested = isInConflict(conflicts);
  const start = (next: Step) => {
    if (next === "accept" && (isContested || !isListed)) return;
    decision.begin();
    setStep(next);
  };
  const back = () => setStep("back");
  const add = (line: string) => {
    onReason(reason.trim() === "" ? line : `${reason.trimEnd()}\n${line}`);
    if (step !== "reject") start("reject");
  };
  // A accepts, R rejects, wherever on the page the keyboard is, but for where one types.
  useKeys((key) => {
    const chosen = ({ a: "accept", r: "reject" } as const)[key];
    const isAsked = step === "choose" || step === "back";
    if (chosen && isAsked) start(chosen);
    return chosen !== undefined && isAsked;
  });
  return (
    <SectionCard title="Review" aside={neighbours} isMain>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {isContested
          ? "Its vendor has to choose between the conflicting uploads before this model can be accepted."
          : "Accept this model, or return it to its vendor with what has to change."}
      </Typography>
      <Box sx={besideLook}>
        <Box sx={decisionLook}>
          {decision.problem && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {decision.problem}
            </Alert>
          )}
          {step === "reject" ? (
            <RejectForm
              recordId={record.id}
              reason={reason}
              onReason={onReason}
              isPending={decision.isPending}
              onReject={decision.reject}
              onCancel={back}
            />
          ) : (
            <DecisionButtons {...{ isContested, isListed }} isBack={step === "back"} onDecide={start} />
          )}
        </Box>
        <ReviewEvidence record={record} onPick={add} />
      </Box>
      {step === "accept" && <AcceptQuestion record={record} decision={decision} onBack={back} />}
    </SectionCard>
  );
}

interface AcceptQuestionProps {
  record: RecordRow;
  decision: ReturnType<typeof useDecision>;
  onBack: () => void;
}

/** It asks by the model's name, for an acceptance cannot be taken back. */
const AcceptQuestion = ({ record, decision, onBack }: AcceptQuestionProps) => (
  <Question
    title="Accept this model?"
    confirm="Accept model"
    onConfirm={() => decision.accept(onBack)}
    isPending={decision.isPending}
    onCancel={onBack}
  >
    <Typography>
      <strong dir="auto">{recordName(record.currentMetadata)}</strong> will be accepted and its data
      available. This cannot be taken back.
    </Typography>
  </Question>
);

interface DecisionButtonsProps {
  isContested: boolean;
  /** Nobody accepts files that are not listed yet. */
  isListed: boolean;
  /** They stand again in the place of what had the focus. */
  isBack: boolean;
  onDecide: (step: Step) => void;
}

const DecisionButtons = ({ isContested, isListed, isBack, onDecide }: DecisionButtonsProps) => (
  <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
    {!isContested && (
      <Button
        variant="contained"
        disabled={!isListed}
        onClick={() => onDecide("accept")}
        aria-keyshortcuts="a"
      >
        Accept
      </Button>
    )}
    <Button
      variant="outlined"
      color="error"
      autoFocus={isBack}
      onClick={() => onDecide("reject")}
      aria-keyshortcuts="r"
    >
      Reject
    </Button>
    <Typography
      variant="caption"
      color="textSecondary"
      sx={isContested || isListed ? FOR_KEYBOARDS : undefined}
    >
      {isContested
        ? "Key R"
        : isListed
          ? "Keys A and R"
          : "The model can be accepted once its files are listed."}
    </Typography>
  </Stack>
);

/** The decision stays in sight while its evidence is read; on a phone it stands above. */
const besideLook = {
  display: "grid",
  gap: 3,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 4fr) minmax(0, 5fr)" },
};

const decisionLook = { position: { md: "sticky" }, top: 24, alignSelf: "start", minWidth: 0 };
