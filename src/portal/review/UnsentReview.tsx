import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import { statusLabel } from "../../contract/status.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { useLatestRejection, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { FieldValueList } from "../record-parts/FieldValueList.tsx";
import { formatReasons } from "../record-parts/rejectionReasons.ts";
import { checklistFields, useChecklistDecoder } from "./checklist/checklist.ts";
import { isWrittenReason, type ReviewDraft } from "./useReviewDraft.ts";

/** What was written for a decision that is no longer possible. */
export function UnsentReview({ record, draft }: { record: RecordRow; draft: ReviewDraft }) {
  const { reasons, note, checklist } = draft;
  return (
    <>
      {reasons.some(isWrittenReason) && (
        <UnsentReasons record={record} value={reasons} onClose={() => draft.setReasons([])} />
      )}
      {note.trim() !== "" && (
        <UnsentNote record={record} value={note.trim()} onClose={() => draft.setNote("")} />
      )}
      {!checklist.isEmpty && (
        <UnsentChecklist record={record} value={checklist.values} onClose={() => checklist.setValues({})} />
      )}
    </>
  );
}

interface UnsentProps<Value> {
  record: RecordRow;
  value: Value;
  onClose: () => void;
}

// Each renders nothing if the value is stored: it was sent, and only the response was lost.

function UnsentReasons({ record, value: reasons, onClose }: UnsentProps<NewReason[]>) {
  const rejection = useLatestRejection(record.id);
  const text = formatReasons(reasons);
  if (record.statusInfo.status !== "accepted" && rejection?.content === text) return null;
  return <UnsentText record={record} title="These changes were not sent:" text={text} onClose={onClose} />;
}

function UnsentNote({ record, value: note, onClose }: UnsentProps<string>) {
  const { data: decisions = [] } = useRecordNotifications(record.id);
  if (decisions.some((decision) => decision.note === note)) return null;
  return (
    <UnsentText
      record={record}
      title="Your note about the acceptance was not sent:"
      text={note}
      onClose={onClose}
    />
  );
}

function UnsentChecklist({ record, value: values, onClose }: UnsentProps<JsonObject>) {
  const { data: decisions = [] } = useRecordNotifications(record.id);
  const decode = useChecklistDecoder();
  const isStored = decisions.some(({ checklist }) =>
    isEqualIgnoringEmpty(decode(checklist as JsonObject), values),
  );
  if (isStored) return null;
  return (
    <UnsentAlert record={record} title="Your review checklist was not sent:" onClose={onClose}>
      <FieldValueList fields={checklistFields} values={values} />
    </UnsentAlert>
  );
}

interface UnsentAlertProps {
  record: RecordRow;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export const UnsentText = ({ text, ...props }: Omit<UnsentAlertProps, "children"> & { text: string }) => (
  <UnsentAlert {...props}>
    <Typography dir="auto" sx={{ mt: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {text}
    </Typography>
  </UnsentAlert>
);

/** For a record that another reviewer decided or reopened, or that its vendor withdrew. */
const UnsentAlert = ({ record, title, onClose, children }: UnsentAlertProps) => (
  <Alert severity="warning" onClose={onClose}>
    The status of this record changed to {statusLabel(record.statusInfo.status)} while you were writing.{" "}
    {title}
    {children}
  </Alert>
);
