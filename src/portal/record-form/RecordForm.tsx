import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMemo, useState } from "react";
import { useGetList, useNotify } from "react-admin";
import { useLocation } from "react-router";
import { accessRolesOf } from "../../contract/schema/access.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import { getFieldRestrictions } from "../form/uiSchema.ts";
import { NO_PAGINATION } from "../providers/vendorHttpClient.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import type { Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { LeaveDialog } from "../LeaveDialog.tsx";
import { getFieldErrors } from "../ui/states.tsx";
import { ContactDialogs } from "./contacts/ContactDialog.tsx";
import { ExtentServicesContext, type UploadExtent } from "./extent/extentServices.ts";
import { IdentifierDuplicates } from "./IdentifierDuplicateNote.tsx";
import { recordFormExtension } from "./recordFormExtension.ts";
import { RestorableDrafts, DraftNoticeAlert } from "./RestorableDrafts.tsx";
import { FormBar } from "./FormBar.tsx";
import type { RecordRevision } from "./recordFormStore.ts";
import type { FormLists } from "./useFormLists.ts";
import { useRecordForm } from "./useRecordForm.ts";

const NO_DRAFTS: Draft[] = [];
const NO_USER = { username: "", roles: [] };

interface RecordFormProps {
  opened: RecordRevision;
  lists: FormLists;
  /** The form was reset to the saved revision. */
  onReload?: (saved: RecordRow) => void;
  /** The record was created and the form stays open. */
  onCreated?: (recordId: string) => void;
}

export function RecordForm({ opened, lists, onReload, onCreated }: RecordFormProps) {
  const notify = useNotify();
  const { hash } = useLocation();
  const { extentServices, uploadResult } = useExtentServices();
  const { options, references, contactBook, hasFailed, retry } = lists;
  const form = useRecordForm(opened, { onReload, onCreated });
  const { saveState, savedRevision, start, draftNotice } = form;
  const { formRef, onInput, onChange, setValues, updateState } = form.store;
  const { data: records } = useGetList<RecordRow>("records", NO_PAGINATION);
  return (
    <Stack onChange={onInput} sx={{ gap: 3 }}>
      <RestorableDrafts
        // Drafts of other new records do not belong to the record that was just created.
        drafts={savedRevision.recordId === opened.recordId ? form.drafts : NO_DRAFTS}
        savedRevision={savedRevision}
        isDisabled={saveState.status === "saving" || form.isBusy}
        onRestore={form.restoreDraft}
        onDiscard={form.discardDraft}
      />
      {draftNotice && <DraftNoticeAlert key={draftNotice.id} {...draftNotice} />}
      {hasFailed && <ListsFailed onRetry={retry} />}
      <ContactDialogs
        key={start.restartCount}
        book={contactBook}
        options={options}
        drafts={start.contactDrafts}
      >
        <IdentifierDuplicates recordId={savedRevision.recordId} records={records}>
          <ExtentServicesContext value={extentServices}>
            <SchemaForm
              ref={formRef}
              schemaName="metadata"
              initialValues={start.initialValues}
              // After a restart the user may have scrolled down already.
              shouldRenderAllFields={hash !== "" || start.restartCount > 0}
              options={options}
              references={references}
              serverErrors={getFieldErrors(saveState.status === "failed" && saveState.error)}
              onSubmit={form.submit}
              onInvalid={(count) => notify(messages.fixErrors(count), { type: "error" })}
              onChange={onChange}
              extension={recordFormExtension}
              {...getFieldRestrictions(getSchema("metadata"), accessRolesOf(session.getAccount() ?? NO_USER))}
              onBusyChange={(isBusy) => updateState({ isBusy })}
            >
              <FormBar
                saveState={saveState}
                draftStatus={form.draftStatus}
                onResolve={setValues}
                onDiscardMine={(recordId) => void form.discardMine(recordId)}
              />
            </SchemaForm>
          </ExtentServicesContext>
        </IdentifierDuplicates>
      </ContactDialogs>
      <LeaveDialog
        // No question if a draft is kept. An upload would be lost.
        isEdited={form.isBusy || !form.draftStatus.isSaved}
        message={
          form.isBusy ? "The geodatabase is still uploading. If you leave now, the upload stops." : undefined
        }
        doneMessage={uploadResult}
      />
    </Stack>
  );
}

const UPLOAD_FINISHED =
  "The geodatabase was uploaded. Save the record to use it; until then, your changes are kept on this device.";
const formatUploadFailure = (reason: string) =>
  `The upload of the geodatabase failed. ${reason} Choose the file again. Your other changes are kept on this device.`;

/** Uploads and reads the geodatabase. `uploadResult` describes the last upload. */
function useExtentServices() {
  const dataProvider = usePortalDataProvider();
  const [uploadResult, setUploadResult] = useState<string>();
  // React-admin's data provider proxy returns a new function at each property access.
  const extentServices = useMemo(() => {
    const uploadExtent: UploadExtent = async (...uploadArgs) => {
      try {
        const storedName = await dataProvider.uploadSpatialExtent(...uploadArgs);
        setUploadResult(UPLOAD_FINISHED);
        return storedName;
      } catch (error) {
        setUploadResult(formatUploadFailure((error as Error).message || messages.generic));
        throw error;
      }
    };
    return { uploadExtent, readExtent: dataProvider.getUploadedExtent };
  }, [dataProvider]);
  return { extentServices, uploadResult };
}

function ListsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert severity="warning" action={<Button onClick={onRetry}>Retry</Button>}>
      Some of the option lists could not be loaded.
    </Alert>
  );
}
