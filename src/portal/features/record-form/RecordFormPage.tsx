import { useParams } from "react-router";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { ExistingRecordForm } from "./ExistingRecordForm.tsx";
import { NewRecordForm } from "./NewRecordForm.tsx";

/** Where a record's metadata is written: a new record's, or that of the record the address names. */
export function RecordFormPage() {
  const { recordId } = useParams();
  return recordId === undefined ? (
    <PageFrame title="Create new metadata record">
      <NewRecordForm />
    </PageFrame>
  ) : (
    <PageFrame title="Edit">
      <ExistingRecordForm recordId={recordId} />
    </PageFrame>
  );
}
