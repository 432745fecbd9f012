import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { RejectForm } from "./RejectForm.tsx";
import { useDecision } from "./useDecision.ts";

/** The agency's decision on a pending record; nothing for a record in any other status. */
export function ReviewPanel({ record }: { record: RecordRow }) {
  const titleId = useId();
  const [step, setStep] = useState<"choose" | "accept" | "reject">("choose");
  const decision = useDecision(record.id);
  const { problem, forget } = decision;
  const start = (next: "accept" | "reject") => {
    forget();
    setStep(next);
  };
  const back = () => setStep("choose");
  if (record.statusInfo.status !== "pending") return null;
  return (
    <Paper component="section" aria-labelledby={titleId} variant="outlined" sx={panelLook}>
      <Typography id={titleId} variant="h2" sx={{ mb: 0.5 }}>
        Review
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Accept this model, or return it to its vendor with what has to change.
      </Typography>
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      {step === "reject" ? (
        <RejectForm record={record} decision={decision} onCancel={back} />
      ) : (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="contained" onClick={() => start("accept")}>
            Accept
          </Button>
          <Button variant="outlined" color="error" onClick={() => start("reject")}>
            Reject
          </Button>
        </Stack>
      )}
      {step === "accept" && (
        <AcceptDialog
          record={record}
          isPending={decision.isPending}
          onAccept={() => decision.accept(back)}
          onClose={back}
        />
      )}
    </Paper>
  );
}

const panelLook = {
  p: { xs: 2, sm: 3 },
  borderColor: "primary.main",
  borderTopWidth: 3,
};
