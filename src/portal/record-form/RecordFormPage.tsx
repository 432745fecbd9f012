import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { Link, Navigate, useParams } from "react-router";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { DEFAULT_CONTACT_ROLE_ID } from "../../contract/schema/originator.ts";
import { isEditableStatus } from "../../contract/status.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { findLatestUploadError, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { draftStore } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import { isNotFoundError } from "../providers/calls/apiError.ts";
import { BASE_PATH, getRecordPath, routes } from "../routes.ts";
import { ErrorState, RecordNotFoundRedirect } from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { PageSkeleton } from "../ui/page/PageSkeleton.tsx";
import { UploadErrorAlert } from "../ui/status/UploadStages.tsx";
import { AgencyNotes } from "./AgencyNotes.tsx";
import { ModelSuggestions } from "./ModelSuggestions.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { useFormLists, type FormLists } from "./useFormLists.ts";

export function RecordFormPage() {
  const { recordId } = useParams();
  // Loads in parallel with the record: each list that arrives later re-renders the form.
  const lists = useFormLists();
  return recordId === undefined ? (
    <NewRecordPage lists={lists} />
  ) : (
    <PageFrame title="Edit">
      <ExistingRecordForm recordId={recordId} lists={lists} />
    </PageFrame>
  );
}

/** After the record is created, the same form continues if there are newer edits. */
function NewRecordPage({ lists }: { lists: FormLists }) {
  const [isCreated, setCreated] = useState(false);
  const contactId = session.getAccount()?.id ?? "";
  const opened = useMemo(
    () => ({ recordId: undefined, values: buildNewRecordValues(contactId), etag: undefined }),
    [contactId],
  );
  const handleCreated = (recordId: string) => {
    replaceAddress(recordId);
    setCreated(true);
  };
  return (
    <PageFrame title={isCreated ? "Edit" : "Create new metadata record"}>
      <ModelSuggestions>
        <RecordForm opened={opened} lists={lists} onCreated={handleCreated} />
      </ModelSuggestions>
    </PageFrame>
  );
}

/** Bypasses the router, which would remount the form while the user types. */
const replaceAddress = (recordId: string) =>
  window.history.replaceState(window.history.state, "", BASE_PATH + getRecordPath("form", recordId));

/** The schema's defaults, with the signed-in user as the first contact (spec section 3). */
function buildNewRecordValues(contactId: string): JsonObject {
  const schema = getSchema("metadata");
  const defaults = Object.entries(schema.properties)
    .filter(([, field]) => field.default !== undefined)
    .map(([name, field]) => [name, structuredClone(field.default)]);
  return {
    ...Object.fromEntries(defaults),
    [getFieldNameByRole(schema, "contacts")]: [{ contactId, roleId: DEFAULT_CONTACT_ROLE_ID }],
  };
}

/** Loads the record once: a later refetch must not change the form while the user types. */
function ExistingRecordForm({ recordId, lists }: { recordId: string; lists: FormLists }) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const queryKey = ["record-form", recordId];
  const {
    data: loadedRecord,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as RecordRow,
    staleTime: Infinity,
    gcTime: 0,
  });
  // Deferred, so that the skeleton paints before the form renders.
  const data = useDeferredValue(loadedRecord);
  const notifications = useRecordNotifications(recordId);
  const uploadError = findLatestUploadError(notifications.data ?? []);

  if (!data && !error) return <PageSkeleton label="Loading the record" heights={[180, 40, 420]} />;
  if (isNotFoundError(error)) return <DeletedRecord recordId={recordId} />;
  if (!data?.statusInfo)
    return (
      <>
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
        <Button component={Link} to={routes.home} sx={{ mt: 2 }}>
          Back
        </Button>
      </>
    );
  const viewPath = getRecordPath("view", recordId);
  if (!isEditableStatus(data.statusInfo.status)) return <Navigate to={viewPath} replace />;
  return (
    <>
      <Typography color="textSecondary" sx={{ mt: -2, mb: 2 }}>
        {getFieldText(getSchema("metadata"), data.currentMetadata, "title")}
      </Typography>
      {uploadError && <UploadErrorAlert fault={uploadError} viewPath={viewPath} />}
      <AgencyNotes recordId={recordId}>
        <ModelSuggestions recordId={recordId}>
          <RecordForm
            key={recordId}
            lists={lists}
            opened={{ recordId, values: data.currentMetadata, etag: data.etag }}
            onReload={(saved) => void queryClient.setQueryData(queryKey, saved)}
          />
        </ModelSuggestions>
      </AgencyNotes>
    </>
  );
}

/** Drafts of a deleted record are offered for a new one. */
function DeletedRecord({ recordId }: { recordId: string }) {
  const notify = useNotify();
  const [hasDrafts] = useState(() =>
    draftStore.moveToNewRecord(session.getAccount()?.username ?? "", recordId),
  );
  useEffect(() => {
    if (hasDrafts) notify(messages.recordNotFound, { type: "warning" });
  }, [hasDrafts, notify]);
  return hasDrafts ? <Navigate to={routes.newRecord} replace /> : <RecordNotFoundRedirect />;
}
