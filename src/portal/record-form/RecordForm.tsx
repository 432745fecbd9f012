import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useMemo } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { Fault } from "../../contract/faults.ts";
import { messages } from "../../contract/messages.ts";
import { SchemaForm } from "../form/SchemaForm.tsx";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { Draft } from "../providers/draftStore.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { refusedFaults } from "../providers/refusedFaults.ts";
import { DraftOffer } from "./DraftOffer.tsx";
import { FormBar } from "./FormBar.tsx";
import { NotAllSavedNote } from "./NotAllSavedNote.tsx";
import { NotKeptNote } from "./NotKeptNote.tsx";
import { OfferOutcome } from "./OfferOutcome.tsx";
import type { OpenedRecord } from "./OpenedRecord.ts";
import { SaveTrouble } from "./SaveTrouble.tsx";
import { saveConflictOf } from "./saveConflict.ts";
import { useFormLists } from "./useFormLists.ts";
import { useTakeTheirs } from "./useTakeTheirs.ts";
import { useRecordWork } from "./useRecordWork.ts";

const NONE: Draft[] = [];

interface RecordFormProps {
  opened: OpenedRecord;
  /** The saved version was read and is to be shown: what was typed is not wanted. */
  onReload: (saved: RecordRow) => void;
  /** A new record was made, and the form stays. Keep it stable. */
  onMade?: () => void;
}

/** The form of one record's metadata with all that keeps typed work safe. */
export function RecordForm({ opened, onReload, onMade }: RecordFormProps) {
  const notify = useNotify();
  const dataProvider = useDataProvider<PortalDataProvider>();
  const uploadExtent = useMemo(() => dataProvider.uploadSpatialExtent, [dataProvider]);
  const { options, references, contactBook, failed, retry } = useFormLists();
  const { draft, start, formRef, saved, outcome, ...work } = useRecordWork(opened);
  useEffect(() => {
    if (saved.recordId !== opened.recordId && saved.isBehind) onMade?.();
  }, [saved, opened, onMade]);
  const conflict = saveConflictOf(work.error, work.typedOver, references);
  const takeTheirs = useTakeTheirs({ recordNow: work.recordNow, forget: draft.forget, onReload });
  const onInvalid = ({ length }: Fault[]) => notify(messages.fixErrors(length), { type: "error" });

  return (
    <>
      <DraftOffer
        // What was left of another new record belongs into none that is made by now.
        drafts={saved.recordId === opened.recordId ? draft.offered : NONE}
        recordId={saved.recordId}
        etag={saved.etag}
        isHeld={work.isSaving || work.isBusy}
        onRestore={work.restore}
        onDiscard={work.discard}
      />
      {outcome && <OfferOutcome key={outcome.of} words={outcome.words} />}
      {failed && <MissingLists onRetry={retry} />}
      <SchemaForm
        key={start.generation}
        ref={formRef}
        schemaName="metadata"
        initial={start.initial}
        isResumed={start.generation > 0}
        options={options}
        references={references}
        contactBook={contactBook}
        contactTexts={start.contactTexts}
        halfTyped={start.halfTyped}
        faults={refusedFaults(work.error)}
        onSubmit={(values, intent) => void work.submit(values, intent)}
        onInvalid={onInvalid}
        onChange={draft.keep}
        uploadExtent={uploadExtent}
        onBusy={work.onBusy}
      >
        <FormBar isSaving={work.isSaving}>
          <NotAllSavedNote isShown={saved.isBehind} />
          <NotKeptNote isShown={draft.isFailing} />
          <SaveTrouble
            error={work.error}
            conflict={conflict}
            intent={work.intent}
            onSaveOver={() => work.saveOver(conflict?.etag)}
            onTakeTheirs={() => void takeTheirs()}
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
