import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useCallback, useEffect, type ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import type { Notification } from "../../contract/generated/entities.ts";
import { accessRolesOf } from "../../contract/schema/access.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { UnsentTexts } from "../drafts/UnsentTexts.tsx";
import { FieldNotesContext, focusField } from "../form/formContext.ts";
import { listFormSections } from "../../contract/schema/formLayout.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { formatReason } from "../../contract/review/formatReason.ts";
import type { RejectionReason } from "../../contract/review/reasonState.ts";
import { getFieldRestrictions } from "../form/uiSchema.ts";
import { useLatestRejection } from "../providers/recordQueries.ts";
import { session } from "../providers/session.ts";
import { ReasonCheckbox } from "../record-parts/ReasonCheckbox.tsx";
import { formatRejectionEvent, getOtherText } from "../record-parts/rejectionReasons.ts";
import { anchorIds, getRecordPath } from "../routes.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { formatDecisionDate } from "../ui/format.ts";

const SCHEMA = getSchema("metadata");
const NO_USER = { username: "", roles: [] };

function hasVisibleField({ kind, name = "" }: RejectionReason): boolean {
  const roles = accessRolesOf(session.getAccount() ?? NO_USER);
  const { hiddenFields = [] } = getFieldRestrictions(SCHEMA, roles);
  return (
    kind === "field" &&
    !hiddenFields.includes(name) &&
    listFormSections(SCHEMA).some(({ fields }) => fields.includes(name))
  );
}

/** Shows the reasons of the last rejection, to check off: at their fields, the others above the form. Focuses a linked field. */
export function AgencyNotes({ recordId, children }: { recordId: string; children: ReactNode }) {
  const rejection = useLatestRejection(recordId);
  const reasons = rejection?.reasons;
  const { hash, key } = useLocation();
  useEffect(() => {
    const [, name] = hash.split(`#${anchorIds.field("")}`);
    if (name) focusField(`${SCHEMA.$id}_${name}`);
  }, [hash, key]);
  // Memoized: a new function would re-render every field.
  const renderFieldNote = useCallback(
    (name: string) => {
      const fieldReasons = reasons?.filter((reason) => reason.kind === "field" && reason.name === name) ?? [];
      return fieldReasons.length > 0 && <ReasonsAlert recordId={recordId} reasons={fieldReasons} />;
    },
    [recordId, reasons],
  );
  return (
    <UnsentTexts recordId={recordId}>
      <FieldNotesContext value={renderFieldNote}>
        {rejection && <OtherReasons recordId={recordId} rejection={rejection} />}
        {children}
      </FieldNotesContext>
    </UnsentTexts>
  );
}

/** Reasons that are not about a field, and other text of the rejection. */
function OtherReasons({ recordId, rejection }: { recordId: string; rejection: Notification }) {
  const others = (rejection.reasons ?? []).filter((reason) => !hasVisibleField(reason));
  const text = getOtherText(rejection);
  if (others.length === 0 && text === "") return null;
  return (
    <ReasonsAlert recordId={recordId} reasons={others} text={text}>
      <AlertTitle>
        {formatRejectionEvent(rejection)} on{" "}
        <Timestamp iso={rejection.date} formatTime={formatDecisionDate} /> by{" "}
        <bdi>{showInvisibleCharacters(rejection.username)}</bdi>
      </AlertTitle>
    </ReasonsAlert>
  );
}

interface ReasonsAlertProps {
  recordId: string;
  reasons: RejectionReason[];
  /** Free text without a checkbox. */
  text?: string;
  /** The title of the alert above the form. Without it, the alert is beside a field. */
  children?: ReactNode;
}

function ReasonsAlert({ recordId, reasons, text = "", children }: ReasonsAlertProps) {
  const isDone = text === "" && reasons.every(({ answered }) => answered);
  return (
    <Alert
      icon={false}
      severity={isDone ? "success" : "warning"}
      sx={children ? { mb: 3 } : { mt: 1, py: 0 }}
    >
      {children}
      {text && (
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {text}
        </Typography>
      )}
      {reasons.map((reason) => (
        <ReasonCheckbox key={reason.id} recordId={recordId} reason={reason}>
          {children ? formatReason(reason) : `The agency asks: ${reason.text}`}
        </ReasonCheckbox>
      ))}
      {children && (
        <Link component={RouterLink} to={getRecordPath("view", recordId)} underline="always" color="inherit">
          Read the messages about this upload
        </Link>
      )}
    </Alert>
  );
}
