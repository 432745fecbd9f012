import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMemo } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { Fault } from "../../../contract/faults.ts";
import { messages } from "../../../contract/messages.ts";
import { SchemaForm } from "../../form/SchemaForm.tsx";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { refusedFaults } from "../../providers/refusedFaults.ts";
import { DraftOffer } from "./DraftOffer.tsx";
import { FormBar } from "./FormBar.tsx";
import { NotKeptNote } from "./NotKeptNote.tsx";
import { SaveTrouble } from "./SaveTrouble.tsx";
import { saveConflictOf } from "./saveConflict.ts";
import { useFormLists } from "./useFormLists.ts";
import { useRecordWork, type OpenedRecord } from "./useRecordWork.ts";

interface RecordFormProps {
  opened: OpenedRecord;
  /** The saved version is wanted instead of what was typed. */
  onReload: () => void;
}

/** The form of one record's metadata with all that keeps typed work safe. */
export function RecordForm({ opened, onReload }: RecordFormProps) {
  const notify = useNotify();
  const dataProvider = useDataProvider<PortalDataProvider>();
  const uploadExtent = useMemo(() => dataProvider.uploadSpatialExtent, [dataProvider]);
  const { options, references, contactBook, failed, retry } = useFormLists();
  const { draft, start, formRef, ...work } = useRecordWork(opened);
  const conflict = saveConflictOf(work.error, opened.values, references);
  const onInvalid = ({ length }: Fault[]) => notify(messages.fixErrors(length), { type: "error" });

  return (
    <>
      <DraftOffer
        drafts={draft.offered}
        recordId={opened.recordId}
        etag={opened.etag}
        onRestore={work.restore}
        onDiscard={({ id }) => draft.discard(id)}
      />
      {failed && <MissingLists onRetry={retry} />}
      <SchemaForm
        key={start.generation}
        ref={formRef}
        schemaName="metadata"
        initial={start.initial}
        options={options}
        references={references}
        contactBook={contactBook}
        contactTexts={start.contactTexts}
        faults={refusedFaults(work.error)}
        onSubmit={(values, intent) => void work.submit(values, intent)}
        onInvalid={onInvalid}
        onChange={work.change}
        uploadExtent={uploadExtent}
      >
        <FormBar isSaving={work.isSaving}>
          <NotKeptNote isShown={draft.isFailing} />
          <SaveTrouble
            error={work.error}
            conflict={conflict}
            intent={work.intent}
            onSaveOver={() => work.saveOver(conflict?.etag)}
            onTakeTheirs={() => {
              draft.forget();
              onReload();
            }}
          />
        </FormBar>
      </SchemaForm>
    </>
  );
}

function MissingLists({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      Some of the lists to choose from could not be loaded.
    </Alert>
  );
}
