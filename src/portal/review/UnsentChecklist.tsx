import Alert from "@mui/material/Alert";
import type { JsonObject } from "../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { statusLabel } from "../../contract/status.ts";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { decode } from "../../contract/wire/wire.ts";
import { useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useReferences } from "../providers/useVendorQuery.ts";
import { FieldValueList } from "../record-parts/FieldValueList.tsx";

const schema = getSchema("review-checklist");
const fields = Object.entries(schema.properties);

interface UnsentChecklistProps {
  record: RecordRow;
  values: JsonObject;
  onClose: () => void;
}

/** For a record that another reviewer decided, or that its vendor withdrew. */
export function UnsentChecklist({ record, values, onClose }: UnsentChecklistProps) {
  const { data: decisions = [] } = useRecordNotifications(record.id);
  const { data: references = NO_REFERENCES } = useReferences();
  const isStored = decisions.some(({ checklist }) => {
    const stored = tryOrUndefined(() => decode(schema, checklist as JsonObject, "read", references));
    return isEqualIgnoringEmpty(stored, values);
  });
  // It was sent; only the response was lost.
  if (isStored) return null;
  return (
    <Alert severity="warning" onClose={onClose}>
      The status of this record changed to {statusLabel(record.statusInfo.status)} while you were writing.
      Your review checklist was not sent:
      <FieldValueList fields={fields} values={values} />
    </Alert>
  );
}
