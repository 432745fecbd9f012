import type { JsonObject } from "../../../contract/json.ts";
import { isEqualIgnoringEmpty } from "../../../contract/schema/emptyValues.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { useEarlierDelivery, useMetadataAt } from "./useEarlierDelivery.ts";

interface UnchangedFieldPillProps {
  record: RecordRow;
  name: string;
}

/** For a field that the vendor marked as corrected but did not change since the earlier upload. */
export function UnchangedFieldPill(props: UnchangedFieldPillProps) {
  const date = useEarlierDelivery(props.record)?.date;
  return date !== undefined && <UnchangedSincePill {...props} date={date} />;
}

function UnchangedSincePill({ record, name, date }: UnchangedFieldPillProps & { date: string }) {
  const after: JsonObject = record.currentMetadata;
  const before = useMetadataAt(record, date);
  const isUnchanged = before && isEqualIgnoringEmpty(before[name], after[name]);
  return isUnchanged && <Pill state="bad">the field is unchanged</Pill>;
}
