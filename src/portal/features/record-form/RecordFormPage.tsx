import { useEffect } from "react";
import { useParams } from "react-router";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { ExistingRecordForm } from "./ExistingRecordForm.tsx";
import { NewRecordForm } from "./NewRecordForm.tsx";
import { discardDraftsOnSignOut } from "./discardDraftsOnSignOut.ts";

/** Where a record's metadata is written: a new record's, or that of the record the address names. */
export function RecordFormPage() {
  const { recordId } = useParams();
  useEffect(discardDraftsOnSignOut, []);
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
