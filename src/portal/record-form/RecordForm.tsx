import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useGetList, useNotify } from "react-admin";
import { useLocation } from "react-router";
import { accessRolesOf } from "../../contract/schema/access.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import { getFieldRestrictions } from "../form/uiSchema.ts";
import { NO_PAGINATION } from "../providers/vendorHttpClient.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { LeaveDialog } from "../drafts/LeaveDialog.tsx";
import { getFieldErrors } from "../ui/states.tsx";
import { ContactDialogs } from "./contacts/ContactDialog.tsx";
import { ExtentServicesContext, type UploadExtent } from "./extent/extentServices.ts";
import { IdentifierDuplicates } from "./IdentifierDuplicateNote.tsx";
import { DraftAlert, DraftNoticeAlert } from "./DraftAlert.tsx";
import { recordFormExtension } from "./recordFormExtension.ts";
import { FormBar } from "./FormBar.tsx";
import type { FormLists } from "./useFormLists.ts";
import { useRecordForm, type RecordFormSource } from "./useRecordForm.ts";

const NO_USER = { username: "", roles: [] };

interface RecordFormProps extends RecordFormSource {
  lists: FormLists;
  /** The form has unsaved changes. */
  onEdited?: () => void;
}

export function RecordForm({ lists, onEdited, ...source }: RecordFormProps) {
  const notify = useNotify();
  const { hash } = useLocation();
  const { extentServices, uploadResult } = useExtentServices();
  const { options, references, contactBook, hasFailed, retry } = lists;
  const form = useRecordForm(source);
  const { saveState, savedRevision, start, draftNotice, openedDraft } = form;
  const { formRef, onInput, onChange, setValues, updateState } = form.store;
  const isEdited = saveState.status !== "clean";
  const handleEdited = useEffectEvent(() => onEdited?.());
  useEffect(() => {
    if (isEdited) handleEdited();
  }, [isEdited]);
  const { data: records } = useGetList<RecordRow>("records", NO_PAGINATION);
  return (
    <Stack onChange={onInput} sx={{ gap: 3 }}>
      {openedDraft && (
        <DraftAlert
          draft={openedDraft}
          savedRevision={savedRevision}
          isDisabled={saveState.status === "saving" || form.isBusy}
          onDiscard={form.discardDraft}
        />
      )}
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
                otherWindow={form.otherWindow}
                onOtherWindowClose={() => updateState({ otherWindow: undefined })}
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
  "The geodatabase was uploaded. Save the record to use it; until then, your changes are kept as a draft.";
const formatUploadFailure = (reason: string) =>
  `The upload of the geodatabase failed. ${reason} Choose the file again. Your other changes are kept as a draft.`;

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
