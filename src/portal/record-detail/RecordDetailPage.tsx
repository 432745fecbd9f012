import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ComponentType } from "react";
import { useGetOne, useNotify } from "react-admin";
import { Link, useNavigate, useParams } from "react-router";
import { messages } from "../../contract/messages.ts";
import {
  allowsNewVersion,
  isEditableStatus,
  isUploadableStatus,
  isWithdrawableStatus,
} from "../../contract/status.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { UnsentTexts } from "../drafts/UnsentTexts.tsx";
import { ExtentCard } from "../model-report/ExtentCard.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  hasConflicts,
  isUploadRunning,
  PREFETCH_STALE_TIME_MS,
  useMessages,
  useRecordConflicts,
  useRecordNotifications,
  useRecordUploads,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import { isNotFoundError } from "../providers/calls/apiError.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { getRecordText } from "../ui/recordName.ts";
import { getRecordPath, routes } from "../routes.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import {
  ErrorState,
  isApiError,
  RecordNotFoundRedirect,
  buildRetryProps,
  StaleDataAlert,
} from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { PageSkeleton } from "../ui/page/PageSkeleton.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { UploadStages } from "../ui/status/UploadStages.tsx";
import { ConflictPanel, scrollToConflicts, NewConflictsAlert } from "./conflicts/ConflictPanel.tsx";
import { useResolutions } from "./conflicts/useConflictResolution.ts";
import { FilesCard } from "./FilesCard.tsx";
import { MetadataCard } from "./MetadataCard.tsx";
import { NewVersionButton } from "./NewVersionButton.tsx";
import { PROGRESS_POLL_INTERVAL_MS, RecordHeader } from "./RecordHeader.tsx";
import { RejectionReasonsCard } from "./RejectionReasonsCard.tsx";
import { StatusCard } from "./StatusCard.tsx";
import { WithdrawButton } from "./WithdrawButton.tsx";

const RECORD_POLL_INTERVAL_MS = 15_000;

interface RecordDetailPageProps {
  back?: { to: string; label: string } | undefined;
  /** The review panel for agency admins. For a pending record, it contains the map and the metadata. */
  Review?: ComponentType<{ record: RecordRow }> | undefined;
  Notice?: ComponentType<{ record: RecordRow }> | undefined;
  /** False hides the actions that only the record's vendor may use. */
  isOwn?: boolean;
  /** True until the owner is known. */
  isOwnershipPending?: boolean;
}

const HOME = { to: routes.home, label: "Metadata Records" };

export function RecordDetailPage(props: RecordDetailPageProps) {
  const { back = HOME, Review, Notice, isOwn = true, isOwnershipPending = false } = props;
  const { recordId = "" } = useParams();
  const queries = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    {
      refetchInterval: RECORD_POLL_INTERVAL_MS,
      staleTime: PREFETCH_STALE_TIME_MS,
      // The prefetch has found out already that there is no such record.
      retryOnMount: !isNotFoundError(queries.getQueryState(["records", "getOne", { id: recordId }])?.error),
    },
  );
  const [conflictAlertKey, setConflictAlertKey] = useState(0);
  const handleUndone = () => {
    scrollToConflicts();
    // Remount the note: conflicts restored by the user's own undo are not new.
    setConflictAlertKey((count) => count + 1);
  };
  const isReady = useIsInitialDataReady(recordId, !isOwnershipPending && Boolean(data?.statusInfo));
  if (!data && isNotFoundError(error)) return <RecordNotFoundRedirect />;
  const record = isReady && data?.statusInfo ? data : undefined;
  const isInReview = Review !== undefined && record?.statusInfo.status === "pending";
  const title = record && showInvisibleCharacters(getRecordText(record.currentMetadata, "title"));
  return (
    <UnsentTexts key={recordId} recordId={recordId}>
      <PageFrame
        title={title || "Metadata record"}
        back={back}
        isWide={Review !== undefined}
        actions={record && isOwn && <RecordActions record={record} />}
      >
        {record ? (
          <>
            <Stack sx={{ gap: 3 }}>
              <RecordHeader record={record} isOwn={isOwn} />
              {Notice && <Notice record={record} />}
              {Review && <Review record={record} />}
              <ConflictPanel record={record} isOwn={isOwn} onUndone={handleUndone} />
              <UploadProgressCard recordId={record.id} />
              <RejectionReasonsCard record={record} isOwn={isOwn} />
              <StatusCard record={record} isOwn={isOwn} />
              <FilesCard record={record} />
              {!isInReview && <ExtentCard record={record} />}
              {!isInReview && <MetadataCard record={record} />}
              <NewConflictsAlert key={conflictAlertKey} recordId={record.id} />
            </Stack>
            {error ? (
              <StaleDataAlert subject="This record" isRetrying={isFetching} onRetry={() => void refetch()} />
            ) : (
              <PartialFailureAlert recordId={record.id} />
            )}
          </>
        ) : isPending || data?.statusInfo ? (
          <PageSkeleton label="Loading the record" heights={[150, 260, 420, 320]} />
        ) : (
          <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    </UnsentTexts>
  );
}

/** For queries whose parts of the page show no error themselves. */
function PartialFailureAlert({ recordId }: { recordId: string }) {
  const failed = [
    useRecordConflicts(recordId),
    useRecordNotifications(recordId),
    useResolutions(recordId),
  ].filter(({ isError }) => isError);
  if (failed.length === 0) return null;
  return <StaleDataAlert subject="Some of this record's information" {...buildRetryProps(failed)} />;
}

function RecordActions({ record }: { record: RecordRow }) {
  const { data: conflicts } = useRecordConflicts(record.id);
  const { status } = record.statusInfo;
  if (status === "rejected") return <ReopenButton recordId={record.id} />;
  // A reopened record is in progress and may still have conflicting uploads.
  const hasOpenConflicts = hasConflicts(conflicts) && isUploadableStatus(status);
  return (
    <>
      {isEditableStatus(status) && (
        <>
          <Button component={Link} to={getRecordPath("form", record.id)} variant="outlined">
            Edit
          </Button>
          <Button
            component={Link}
            to={getRecordPath("instructions", record.id)}
            variant={hasOpenConflicts ? "outlined" : "contained"}
          >
            Proceed to Upload
          </Button>
        </>
      )}
      {allowsNewVersion(status) && <NewVersionButton record={record} />}
      {isWithdrawableStatus(status) && <WithdrawButton recordId={record.id} />}
      {hasOpenConflicts && (
        <Button variant="contained" onClick={scrollToConflicts}>
          Resolve uploads
        </Button>
      )}
    </>
  );
}

function ReopenButton({ recordId }: { recordId: string }) {
  const dataProvider = usePortalDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.reopenRecord(recordId),
    onSuccess: () => {
      notify(messages.reopenedRecord, { type: "success" });
      void queries.invalidateQueries();
    },
    onError: (failure) => {
      const reason = isApiError(failure) ? ` ${failure.message}` : "";
      notify(messages.reopenFailed + reason, { type: "error" });
      void queries.invalidateQueries({ queryKey: ["records"] });
    },
  });
  // As a mutate() callback it is skipped after unmount: no redirect for users who left the page.
  const handleReopen = () =>
    mutate(undefined, { onSuccess: () => void navigate(getRecordPath("form", recordId)) });
  if (!useCapabilities().reopenRecord) return null;
  return (
    <Button variant="contained" loading={isPending} onClick={handleReopen}>
      Reopen and correct
    </Button>
  );
}

function UploadProgressCard({ recordId }: { recordId: string }) {
  const { data: progress, dataUpdatedAt } = useUploadProgress(recordId, PROGRESS_POLL_INTERVAL_MS);
  if (!isUploadRunning(progress)) return null;
  return (
    <SectionCard title="Upload in progress">
      <UploadStages progress={progress} fetchedAt={dataUpdatedAt} />
    </SectionCard>
  );
}

const MAX_LOADING_WAIT_MS = 1000;

/**
 * True once the page can be shown without layout shifts: all queries for its upper parts have succeeded, failed or taken
 * too long. They start while the record is still loading.
 */
function useIsInitialDataReady(recordId: string, isRecordLoaded: boolean): boolean {
  const queries = [
    useRecordConflicts(recordId),
    useRecordNotifications(recordId),
    useMessages(recordId),
    useRecordUploads(recordId),
  ];
  const isWaiting = queries.some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isRecordLoaded) return undefined;
    const timer = setTimeout(() => setIsLate(true), MAX_LOADING_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isRecordLoaded]);
  // Refetches must not hide the page again.
  const [isReady, setIsReady] = useState(false);
  if (!isReady && isRecordLoaded && (!isWaiting || isLate)) setIsReady(true);
  return isReady;
}
