import Alert from "@mui/material/Alert";
import { useCallback, useEffect, type ReactNode } from "react";
import { useLocation } from "react-router";
import { schemaOf } from "../../contract/schema/fields.ts";
import { FieldNotesContext, focusField } from "../form/formContext.ts";
import { useAnswerReason, useRejection, type Reason } from "../providers/recordQueries.ts";
import { placeOf } from "../routes.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";

/**
 * Puts what the last rejection said of a field beside that field of the form, to be ticked off there. Whoever comes by a
 * link to a field stands in it.
 */
export function AgencyNotes({ recordId, children }: { recordId: string; children: ReactNode }) {
  const reasons = useRejection(recordId)?.reasons;
  const { hash, key } = useLocation();
  useEffect(() => {
    const [, name] = hash.split(`#${placeOf.field("")}`);
    if (name) focusField(`${schemaOf("metadata").$id}_${name}`);
  }, [hash, key]);
  // The same function while it says the same: each field would be drawn anew for another.
  const noteOf = useCallback(
    (name: string) => {
      const about = reasons?.filter((reason) => reason.kind === "field" && reason.name === name) ?? [];
      return about.length > 0 && <FieldNote recordId={recordId} reasons={about} />;
    },
    [recordId, reasons],
  );
  return <FieldNotesContext value={noteOf}>{children}</FieldNotesContext>;
}

interface FieldNoteProps {
  recordId: string;
  reasons: Reason[];
}

/** What was said of one field. */
function FieldNote({ recordId, reasons }: FieldNoteProps) {
  const { answer } = useAnswerReason(recordId);
  return (
    <Alert
      icon={false}
      severity={reasons.every(({ answered }) => answered) ? "success" : "warning"}
      sx={{ mt: 1, py: 0 }}
    >
      {reasons.map(({ id, text, answered }) => (
        <ReasonTick key={id} isAnswered={Boolean(answered)} onAnswer={(isAnswered) => answer(id, isAnswered)}>
          The agency asks: {text}
        </ReasonTick>
      ))}
    </Alert>
  );
}
