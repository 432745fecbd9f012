import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { Link, Navigate, useParams } from "react-router";
import { fieldWithRole, schemaOf, textOf, type JsonObject } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { FIRST_CONTACT_ROLE } from "../../contract/schema/originator.ts";
import { isEditable } from "../../contract/status.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { latestUploadFault, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { draftStore } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { BASE_PATH, recordPath, routes } from "../routes.ts";
import { ErrorState, MissingRecord } from "../ui/states.tsx";
import { FormOutline } from "../FormOutline.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { UploadFault } from "../ui/status/UploadStages.tsx";
import { AgencyNotes } from "./AgencyNotes.tsx";
import { ModelOffers } from "./ModelOffers.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { useFormLists, type FormLists } from "./useFormLists.ts";

/** Where a record's metadata is written: a new record's, or that of the record the address names. */
export function RecordFormPage() {
  const { recordId } = useParams();
  // Asked for beside the record: a form that stands when they come is drawn anew with each.
  const lists = useFormLists();
  return recordId === undefined ? (
    <NewRecordPage lists={lists} />
  ) : (
    <PageFrame title="Edit">
      <ExistingRecordForm recordId={recordId} lists={lists} />
    </PageFrame>
  );
}

/** Once the record is made the same form goes on as that record's, where there is more to type. */
function NewRecordPage({ lists }: { lists: FormLists }) {
  const [isMade, setMade] = useState(false);
  const contactId = session.current()?.id ?? "";
  const opened = useMemo(
    () => ({ recordId: undefined, values: newRecordValues(contactId), etag: undefined }),
    [contactId],
  );
  const becomeThatOf = (recordId: string) => {
    nameInAddress(recordId);
    setMade(true);
  };
  return (
    <PageFrame title={isMade ? "Edit" : "Create new metadata record"}>
      <ModelOffers>
        <RecordForm opened={opened} lists={lists} onMade={becomeThatOf} />
      </ModelOffers>
    </PageFrame>
  );
}

/** A reload finds the record that was made. Past the router, which would draw the form anew under who types in it. */
const nameInAddress = (recordId: string) =>
  window.history.replaceState(window.history.state, "", BASE_PATH + recordPath("form", recordId));

/** What a new record starts with: the schema's defaults, and the signed-in user as its first contact. */
function newRecordValues(contactId: string): JsonObject {
  const schema = schemaOf("metadata");
  const defaults = Object.entries(schema.properties)
    .filter(([, field]) => field.default !== undefined)
    .map(([name, field]) => [name, structuredClone(field.default)]);
  return {
    ...Object.fromEntries(defaults),
    [fieldWithRole(schema, "contacts")]: [{ contactId, roleId: FIRST_CONTACT_ROLE }],
  };
}

/** The form of a record that exists, read once when it is opened: nothing that arrives later disturbs what is typed. */
function ExistingRecordForm({ recordId, lists }: { recordId: string; lists: FormLists }) {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const queryKey = ["record-form", recordId];
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as RecordRow,
    staleTime: Infinity,
    gcTime: 0,
  });
  // What stands in meanwhile is painted, and the form is drawn a little at a time.
  const data = useDeferredValue(read);
  const notifications = useRecordNotifications(recordId);
  const fault = latestUploadFault(notifications.data ?? []);

  if (!data && !error) return <FormOutline label="Loading the record" />;
  if (isNotServed(error)) return <GoneRecord recordId={recordId} />;
  if (!data?.statusInfo)
    return (
      <>
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
        <Button component={Link} to={routes.home} sx={{ mt: 2 }}>
          Back
        </Button>
      </>
    );
  const viewPath = recordPath("view", recordId);
  if (!isEditable(data.statusInfo.status)) return <Navigate to={viewPath} replace />;
  return (
    <>
      <Typography color="textSecondary" sx={{ mt: -2, mb: 2 }}>
        {textOf(schemaOf("metadata"), data.currentMetadata, "title")}
      </Typography>
      {fault && <UploadFault fault={fault} viewPath={viewPath} />}
      <AgencyNotes recordId={recordId}>
        <ModelOffers recordId={recordId}>
          <RecordForm
            key={recordId}
            lists={lists}
            opened={{ recordId, values: data.currentMetadata, etag: data.etag }}
            onReload={(saved) => void queryClient.setQueryData(queryKey, saved)}
          />
        </ModelOffers>
      </AgencyNotes>
    </>
  );
}

/** What was typed for a record that is gone is not: it is offered for a new one. */
function GoneRecord({ recordId }: { recordId: string }) {
  const notify = useNotify();
  const [isTyped] = useState(() => draftStore.makeNew(session.current()?.username ?? "", recordId));
  useEffect(() => {
    if (isTyped) notify(messages.goneRecord, { type: "warning" });
  }, [isTyped, notify]);
  return isTyped ? <Navigate to={routes.newRecord} replace /> : <MissingRecord />;
}
