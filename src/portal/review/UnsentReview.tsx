import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import { statusLabel } from "../../contract/status.ts";
import { useLatestRejection, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { FieldValueList } from "../record-parts/FieldValueList.tsx";
import { formatReasons, type NewReason } from "../record-parts/rejectionReasons.ts";
import { checklistFields, useChecklistDecoder } from "./checklist.ts";

interface UnsentProps<Value> {
  record: RecordRow;
  value: Value;
  onClose: () => void;
}

export function UnsentReasons({ record, value: reasons, onClose }: UnsentProps<NewReason[]>) {
  const rejection = useLatestRejection(record.id);
  const text = formatReasons(reasons);
  // They were sent; only the response was lost.
  if (record.statusInfo.status !== "accepted" && rejection?.content === text) return null;
  return (
    <UnsentAlert record={record} title="These changes were not sent:" onClose={onClose}>
      <Typography dir="auto" sx={{ mt: 1, whiteSpace: "pre-wrap" }}>
        {text}
      </Typography>
    </UnsentAlert>
  );
}

export function UnsentChecklist({ record, value: values, onClose }: UnsentProps<JsonObject>) {
  const { data: decisions = [] } = useRecordNotifications(record.id);
  const decode = useChecklistDecoder();
  const isStored = decisions.some(({ checklist }) =>
    isEqualIgnoringEmpty(decode(checklist as JsonObject), values),
  );
  // It was sent; only the response was lost.
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

/** For a record that another reviewer decided, or that its vendor withdrew. */
const UnsentAlert = ({ record, title, onClose, children }: UnsentAlertProps) => (
  <Alert severity="warning" onClose={onClose}>
    The status of this record changed to {statusLabel(record.statusInfo.status)} while you were writing.{" "}
    {title}
    {children}
  </Alert>
);
