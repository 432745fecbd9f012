import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { Navigate } from "react-router";
import { schemaOf, textOf } from "../../contract/fields.ts";
import { isEditable } from "../../contract/status.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { latestUploadFault } from "../providers/latestNotification.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { useRecordNotifications } from "../providers/useRecordNotifications.ts";
import { isNotServed } from "../providers/vendorError.ts";
import { recordPath } from "../routes.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { MissingRecord } from "../ui/MissingRecord.tsx";
import { UploadFault } from "../ui/UploadFault.tsx";
import { RecordForm } from "./RecordForm.tsx";

/** The form of a record that exists, read once when it is opened: nothing that arrives later disturbs what is typed. */
export function ExistingRecordForm({ recordId }: { recordId: string }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const queryKey = ["record-form", recordId];
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as RecordRow,
    staleTime: Infinity,
    gcTime: 0,
  });
  const notifications = useRecordNotifications(recordId);
  const fault = latestUploadFault(notifications.data ?? []);

  if (isPending) return <Loading label="Loading the record" />;
  if (isNotServed(error)) return <MissingRecord />;
  if (!data?.statusInfo)
    return <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />;
  const viewPath = recordPath("view", recordId);
  if (!isEditable(data.statusInfo.status)) return <Navigate to={viewPath} replace />;
  return (
    <>
      <Typography color="textSecondary" sx={{ mt: -2, mb: 2 }}>
        {textOf(schemaOf("metadata"), data.currentMetadata, "title")}
      </Typography>
      {fault && <UploadFault fault={fault} viewPath={viewPath} />}
      <RecordForm
        key={dataUpdatedAt}
        opened={{ recordId, values: data.currentMetadata, etag: data.etag }}
        onReload={(saved) => void queryClient.setQueryData(queryKey, saved)}
      />
    </>
  );
}
