import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { Link, Navigate, useParams, useSearchParams } from "react-router";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { DEFAULT_CONTACT_ROLE_ID } from "../../contract/schema/originator.ts";
import { isEditableStatus } from "../../contract/status.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { findLatestUploadError, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { DraftVersions } from "../providers/calls/draftCalls.ts";
import { session } from "../providers/session.ts";
import { isNotFoundError } from "../providers/calls/apiError.ts";
import { BASE_PATH, DRAFT_PARAMETER, getDraftPath, getRecordPath, routes } from "../routes.ts";
import { ClampedName } from "../ui/ClampedName.tsx";
import { getRecordName } from "../ui/recordName.ts";
import { ErrorState, RecordNotFoundRedirect } from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { PageSkeleton } from "../ui/page/PageSkeleton.tsx";
import { UploadErrorAlert } from "../ui/status/UploadStages.tsx";
import { AgencyNotes } from "./AgencyNotes.tsx";
import { ModelSuggestions } from "./model-suggestions/ModelSuggestions.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { createDraftKey } from "./recordFormStore.ts";
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

/** The address names the draft once there are changes, so that a reload opens it. */
function NewRecordPage({ lists }: { lists: FormLists }) {
  const openedKey = useSearchParams()[0].get(DRAFT_PARAMETER) ?? undefined;
  const [draftKey] = useState(() => openedKey ?? createDraftKey());
  const { data: drafts, error, refetch } = useOpenedDraft(openedKey);
  const [isCreated, setCreated] = useState(false);
  const contactId = session.getAccount()?.id ?? "";
  const opened = useMemo(
    () => ({ recordId: undefined, values: buildNewRecordValues(contactId), etag: undefined }),
    [contactId],
  );
  const handleCreated = (recordId: string) => {
    replaceAddress(getRecordPath("form", recordId));
    setCreated(true);
  };
  return (
    <PageFrame title={isCreated ? "Edit" : "Create new metadata record"}>
      {openedKey !== undefined && !drafts ? (
        <LoadingDraft error={error} onRetry={() => void refetch()} />
      ) : (
        <ModelSuggestions draftKey={draftKey}>
          <RecordForm
            {...{ opened, draftKey, drafts, lists }}
            onEdited={() => !isCreated && replaceAddress(getDraftPath(draftKey))}
            onCreated={handleCreated}
          />
        </ModelSuggestions>
      )}
    </PageFrame>
  );
}

/** Loaded once, without a draft key not at all. */
const useOpenedDraft = (key: string | undefined) =>
  useVendorQuery(["draft", key], (dataProvider) => dataProvider.openDraft(key ?? ""), {
    ...{ enabled: key !== undefined, staleTime: Infinity, gcTime: 0 },
  });

const LoadingDraft = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? (
    <ErrorState title="The draft could not be loaded" error={error} onRetry={onRetry} />
  ) : (
    <PageSkeleton label="Loading the draft" heights={[180, 40, 420]} />
  );

/** Bypasses the router, which would remount the form while the user types. */
const replaceAddress = (path: string) =>
  window.history.replaceState(window.history.state, "", BASE_PATH + path);

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

interface LoadedForm {
  record: RecordRow;
  drafts?: DraftVersions;
}

/** Loads the record and its draft once: a later refetch must not change the form while the user types. */
function ExistingRecordForm({ recordId, lists }: { recordId: string; lists: FormLists }) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const queryKey = ["record-form", recordId];
  const {
    data: loaded,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async (): Promise<LoadedForm> => {
      const [{ data: record }, drafts] = await Promise.all([
        dataProvider.getOne<RecordRow>("records", { id: recordId }),
        dataProvider.openDraft(recordId),
      ]);
      return { record, drafts };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  // Deferred, so that the skeleton paints before the form renders.
  const { record: data, drafts } = useDeferredValue(loaded) ?? {};
  const notifications = useRecordNotifications(recordId);
  const uploadError = findLatestUploadError(notifications.data ?? []);

  if (!data && !error) return <PageSkeleton label="Loading the record" heights={[180, 40, 420]} />;
  if (isNotFoundError(error)) return <RecordNotFoundRedirect />;
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
        <ClampedName name={getRecordName(data.currentMetadata)} />
      </Typography>
      {uploadError && <UploadErrorAlert fault={uploadError} viewPath={viewPath} />}
      <AgencyNotes recordId={recordId}>
        <ModelSuggestions recordId={recordId} draftKey={recordId}>
          <RecordForm
            key={recordId}
            {...{ lists, drafts }}
            draftKey={recordId}
            opened={{ recordId, values: data.currentMetadata, etag: data.etag }}
            onReload={(record) => void queryClient.setQueryData<LoadedForm>(queryKey, { record })}
          />
        </ModelSuggestions>
      </AgencyNotes>
    </>
  );
}
