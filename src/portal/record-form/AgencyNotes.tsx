import Alert from "@mui/material/Alert";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { useLocation } from "react-router";
import { FieldNotesContext, focusField, useFormActions } from "../form/formContext.ts";
import { useAnswerReason, useRejection, type Reason } from "../providers/recordQueries.ts";
import { placeOf } from "../routes.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";

/** Puts what the last rejection said of a field beside that field of the form, to be ticked off there. */
export function AgencyNotes({ recordId, children }: { recordId: string; children: ReactNode }) {
  const reasons = useRejection(recordId)?.reasons ?? [];
  const { answer } = useAnswerReason(recordId);
  const cameByRef = useRef<string>(undefined);
  const noteOf = (name: string) => {
    const about = reasons.filter((reason) => reason.kind === "field" && reason.name === name);
    if (about.length === 0) return null;
    return <FieldNote name={name} reasons={about} onAnswer={answer} cameByRef={cameByRef} />;
  };
  return <FieldNotesContext value={noteOf}>{children}</FieldNotesContext>;
}

interface FieldNoteProps {
  name: string;
  reasons: Reason[];
  onAnswer: (id: string, isAnswered: boolean) => void;
  /** The key of the coming that has led somewhere: a form that is drawn anew leads nobody back. */
  cameByRef: RefObject<string | undefined>;
}

/** What was said of one field; whoever comes by a link to it stands in the field. */
function FieldNote({ name, reasons, onAnswer, cameByRef }: FieldNoteProps) {
  const { idPrefix } = useFormActions();
  const { hash, key } = useLocation();
  const isLedTo = hash === `#${placeOf.field(name)}`;
  useEffect(() => {
    if (!isLedTo || cameByRef.current === key) return;
    cameByRef.current = key;
    focusField(`${idPrefix}_${name}`);
  }, [isLedTo, key, cameByRef, idPrefix, name]);
  return (
    <Alert
      icon={false}
      severity={reasons.every(({ answered }) => answered) ? "success" : "warning"}
      sx={{ mt: 1, py: 0 }}
    >
      {reasons.map(({ id, text, answered }) => (
        <ReasonTick
          key={id}
          isAnswered={Boolean(answered)}
          onAnswer={(isAnswered) => onAnswer(id, isAnswered)}
        >
          The agency asks: {text}
        </ReasonTick>
      ))}
    </Alert>
  );
}
