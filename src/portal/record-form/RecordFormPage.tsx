import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ExistingRecordForm } from "./ExistingRecordForm.tsx";
import { NewRecordForm } from "./NewRecordForm.tsx";

/** Where a record's metadata is written: a new record's, or that of the record the address names. */
export function RecordFormPage() {
  const { recordId } = useParams();
  return recordId === undefined ? (
    <NewRecordPage />
  ) : (
    <PageFrame title="Edit">
      <ExistingRecordForm recordId={recordId} />
    </PageFrame>
  );
}

/** Where more was typed while the record was being made, the same form goes on as that record's. */
function NewRecordPage() {
  const [isMade, setMade] = useState(false);
  const onMade = useCallback(() => setMade(true), []);
  return (
    <PageFrame title={isMade ? "Edit" : "Create new metadata record"}>
      <NewRecordForm onMade={onMade} />
    </PageFrame>
  );
}
