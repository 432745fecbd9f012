import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { FieldNotesContext } from "../form/formContext.ts";
import { useAnswerReason, useRejection } from "../providers/recordQueries.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";

/** Puts what the last rejection said of a field beside that field of the form, to be ticked off there. */
export function AgencyNotes({ recordId, children }: { recordId: string; children: ReactNode }) {
  const reasons = useRejection(recordId)?.reasons ?? [];
  const { answer } = useAnswerReason(recordId);
  const noteOf = (name: string) => {
    const about = reasons.filter((reason) => reason.kind === "field" && reason.name === name);
    if (about.length === 0) return null;
    return (
      <Alert
        icon={false}
        severity={about.every(({ answered }) => answered) ? "success" : "warning"}
        sx={{ mt: 1, py: 0 }}
      >
        {about.map(({ id, text, answered }) => (
          <ReasonTick
            key={id}
            isAnswered={Boolean(answered)}
            onAnswer={(isAnswered) => answer(id, isAnswered)}
          >
            The agency asks: {text}
          </ReasonTick>
        ))}
      </Alert>
    );
  };
  return <FieldNotesContext value={noteOf}>{children}</FieldNotesContext>;
}
