import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addDays, parseISO } from "date-fns";
import { useCanAccess, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider, useVendorQuery } from "../providers/useVendorQuery.ts";
import { getRecordName, getRecordText } from "../ui/recordName.ts";
import { routes } from "../routes.ts";
import { clampLines } from "../theme.ts";
import { formatDecisionDate } from "../ui/format.ts";
import { IncrementalList } from "../ui/IncrementalList.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { EmptyState, ErrorState, getUserMessage, Loading, StaleDataAlert } from "../ui/states.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { Timestamp } from "../ui/Timestamp.tsx";
import { usePortalConfig } from "../providers/usePortalConfig.ts";

const TRASH_KEY = ["records", "trash"];

/** Deleted records that can be restored: the vendor's own, or those of all vendors for an agency admin. */
export function TrashPage() {
  const { data, error, isFetching, refetch } = useVendorQuery(
    TRASH_KEY,
    (dataProvider) => dataProvider.listDeletedRecords(),
    { meta: { list: "records" } },
  );
  const handleRetry = () => void refetch();
  const { canAccess: isAdmin } = useCanAccess({ resource: "reviews", action: "list" });
  const back = isAdmin
    ? { to: routes.review, label: "Review" }
    : { to: routes.home, label: "Metadata Records" };
  return (
    <PageFrame title="Deleted records" back={back}>
      {!data ? (
        error ? (
          <ErrorState title="The deleted records could not be loaded" error={error} onRetry={handleRetry} />
        ) : (
          <Loading label="Loading the deleted records" />
        )
      ) : data.length === 0 ? (
        <EmptyState
          title="No deleted records"
          icon={<DeleteOutlined aria-hidden sx={{ fontSize: 44, color: "text.secondary", mb: 1 }} />}
        >
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Records that you delete appear here, so that you can restore them.
          </Typography>
        </EmptyState>
      ) : (
        <>
          <IncrementalList
            rows={data}
            pluralNoun="deleted records"
            sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 2 }}
            renderRow={(record) => <DeletedRecord key={record.id} record={record} />}
          />
          {error && <StaleDataAlert subject="This list" isRetrying={isFetching} onRetry={handleRetry} />}
        </>
      )}
    </PageFrame>
  );
}

function DeletedRecord({ record }: { record: RecordRow }) {
  const { trashRetentionDays } = usePortalConfig();
  const { canAccess: isAdmin = false } = useCanAccess({ resource: "reviews", action: "list" });
  const { id, currentMetadata, statusInfo, timeOfDeletion = "", vendor } = record;
  const identifier = getRecordText(currentMetadata, "identifier");
  const name = getRecordName(currentMetadata);
  const details = [
    identifier && `Model ${identifier}`,
    `Record ${id}`,
    isAdmin && vendor && `Vendor ${vendor}`,
  ].filter(Boolean);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, display: "flex", flexWrap: "wrap", gap: 2 }}>
      <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
        <StatusBadge status={statusInfo.status} />
        <Typography variant="h2" dir="auto" title={name} sx={{ mt: 1, ...clampLines(2) }}>
          {name}
        </Typography>
        <Typography color="textSecondary">{details.join(" · ")}</Typography>
        <Typography color="textSecondary">
          Deleted on <Timestamp iso={timeOfDeletion} />
          {trashRetentionDays !== undefined &&
            `. It can be restored until ${formatDecisionDate(addDays(parseISO(timeOfDeletion), trashRetentionDays).toISOString())}.`}
        </Typography>
      </Box>
      <RestoreButton id={id} name={name} />
    </Paper>
  );
}

function RestoreButton({ id, name }: { id: string; name: string }) {
  const dataProvider = usePortalDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.restoreRecord(id),
    onSuccess: () => notify(messages.restoredRecord, { type: "success" }),
    onError: (error) => notify(`${messages.restoreFailed} ${getUserMessage(error)}`, { type: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["records"] }),
  });
  return (
    <Button
      variant="outlined"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`Restore ${name}`}
      sx={{ alignSelf: "center" }}
    >
      Restore
    </Button>
  );
}
