import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useCallback, useEffect, type ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import type { Notification } from "../../contract/generated/entities.ts";
import { partiesOf } from "../../contract/schema/access.ts";
import { schemaOf } from "../../contract/schema/fields.ts";
import { FieldNotesContext, focusField } from "../form/formContext.ts";
import { keptFrom, sectionsOf } from "../form/uiSchema.ts";
import { otherWords, useAnswerReason, useRejection, type Reason } from "../providers/recordQueries.ts";
import { session } from "../providers/session.ts";
import { fieldTitle } from "../recordName.ts";
import { placeOf, recordPath } from "../routes.ts";
import { Moment } from "../ui/Moment.tsx";
import { decisionDate, visibleText } from "../ui/format.ts";
import { ReasonTick } from "../ui/status/ReasonTick.tsx";

const SCHEMA = schemaOf("metadata");
const NOBODY = { username: "", roles: [] };

/** Whether it stands beside its field: one that the form does not show its user has no place there. */
function isBesideField({ kind, name }: Reason): boolean {
  const { omit = [] } = keptFrom(SCHEMA, partiesOf(session.current() ?? NOBODY));
  return (
    kind === "field" && !omit.includes(name) && sectionsOf(SCHEMA).some((one) => one.fields.includes(name))
  );
}

/**
 * Puts what the last rejection said above the form's fields and, of a field, beside that, to be ticked off there.
 * Whoever comes by a link to a field stands in it.
 */
export function AgencyNotes({ recordId, children }: { recordId: string; children: ReactNode }) {
  const rejection = useRejection(recordId);
  const reasons = rejection?.reasons;
  const { hash, key } = useLocation();
  useEffect(() => {
    const [, name] = hash.split(`#${placeOf.field("")}`);
    if (name) focusField(`${SCHEMA.$id}_${name}`);
  }, [hash, key]);
  // The same function while it says the same: each field would be drawn anew for another.
  const noteOf = useCallback(
    (name: string) => {
      const about = reasons?.filter((reason) => reason.kind === "field" && reason.name === name) ?? [];
      return about.length > 0 && <Note recordId={recordId} reasons={about} />;
    },
    [recordId, reasons],
  );
  return (
    <FieldNotesContext value={noteOf}>
      {rejection && <OtherReasons recordId={recordId} rejection={rejection} />}
      {children}
    </FieldNotesContext>
  );
}

/** All that the rejection said of no field of the form: of files and findings, and in words alone. */
function OtherReasons({ recordId, rejection }: { recordId: string; rejection: Notification }) {
  const others = (rejection.reasons ?? []).filter((reason) => !isBesideField(reason));
  const words = otherWords(rejection);
  if (others.length === 0 && words === "") return null;
  return (
    <Note recordId={recordId} reasons={others} words={words}>
      <AlertTitle>
        Rejected on <Moment iso={rejection.date} words={decisionDate} /> by{" "}
        <bdi>{visibleText(rejection.username)}</bdi>
      </AlertTitle>
    </Note>
  );
}

interface NoteProps {
  recordId: string;
  reasons: Reason[];
  /** What is not ticked off. */
  words?: string;
  children?: ReactNode;
}

/** What the agency asked to change, in one place of the form. */
function Note({ recordId, reasons, words = "", children }: NoteProps) {
  const { answer } = useAnswerReason(recordId);
  const isDone = words === "" && reasons.every(({ answered }) => answered);
  return (
    <Alert
      icon={false}
      severity={isDone ? "success" : "warning"}
      sx={children ? { mb: 3 } : { mt: 1, py: 0 }}
    >
      {children}
      {words && (
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {words}
        </Typography>
      )}
      {reasons.map((reason) => (
        <ReasonTick
          key={reason.id}
          isAnswered={Boolean(reason.answered)}
          onAnswer={(isAnswered) => answer(reason.id, isAnswered)}
        >
          {children ? <Named {...reason} /> : `The agency asks: ${reason.text}`}
        </ReasonTick>
      ))}
      {children && (
        <Link component={RouterLink} to={recordPath("view", recordId)} underline="always" color="inherit">
          See the record and its messages
        </Link>
      )}
    </Alert>
  );
}

const Named = ({ kind, name, text }: Reason) => (
  <>
    <bdi>{visibleText(kind === "field" ? fieldTitle(name) : name)}</bdi>: {text}
  </>
);
