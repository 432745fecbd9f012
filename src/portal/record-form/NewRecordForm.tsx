import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { session } from "../providers/session.ts";
import { recordPath } from "../routes.ts";
import { RecordForm } from "./RecordForm.tsx";
import { newRecordValues } from "./newRecordValues.ts";

/**
 * The form of a record that is still to be made.
 *
 * @param onMade called when the record is there and the form stays
 */
export function NewRecordForm({ onMade }: { onMade: () => void }) {
  const navigate = useNavigate();
  const contactId = session.current()?.id ?? "";
  const opened = useMemo(
    () => ({ recordId: undefined, values: newRecordValues(contactId), etag: undefined }),
    [contactId],
  );
  const openSaved = ({ id }: RecordRow) => void navigate(recordPath("form", id), { replace: true });
  return <RecordForm opened={opened} onReload={openSaved} onMade={onMade} />;
}
