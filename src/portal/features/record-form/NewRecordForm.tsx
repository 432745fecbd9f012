import { useMemo } from "react";
import { session } from "../../providers/session.ts";
import { RecordForm } from "./RecordForm.tsx";
import { newRecordValues } from "./newRecordValues.ts";

/**
 * The form of a record that is still to be made.
 *
 * @param onMade called when the record is there and the form stays
 */
export function NewRecordForm({ onMade }: { onMade: () => void }) {
  const contactId = session.current()?.id ?? "";
  const opened = useMemo(
    () => ({ recordId: undefined, values: newRecordValues(contactId), etag: undefined }),
    [contactId],
  );
  return <RecordForm opened={opened} onReload={() => undefined} onMade={onMade} />;
}
