import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useGetOne, useNotify } from "react-admin";
import { Link, useNavigate, useParams } from "react-router";
import { messages } from "../../contract/messages.ts";
import { isEditable, isUploadable } from "../../contract/status.ts";
import { ExtentCard } from "../model-report/ExtentCard.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  isInConflict,
  isUnderWay,
  JUST_ASKED,
  useMessages,
  useRecordConflicts,
  useRecordNotifications,
  useRecordUploads,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { textWith } from "../recordName.ts";
import { recordPath, routes } from "../routes.ts";
import { visibleText } from "../ui/format.ts";
import { ErrorState, isRefusal, MissingRecord, retryAll, StaleNote } from "../ui/states.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { UploadStages } from "../ui/status/UploadStages.tsx";
import { ConflictPanel, goToConflicts, LateConflictsNote } from "./conflicts/ConflictPanel.tsx";
import { useResolutions } from "./conflicts/useResolution.ts";
import { FilesCard } from "./FilesCard.tsx";
import { MetadataCard } from "./MetadataCard.tsx";
import { PROGRESS_EVERY, RecordHead } from "./RecordHead.tsx";
import { ReasonsCard } from "./ReasonsCard.tsx";
import { StatusCard } from "./StatusCard.tsx";

/** Milliseconds between two looks: soon enough to show what processing or the agency made of the record. */
const EVERY = 15_000;

interface RecordDetailPageProps {
  /** Where the page goes back to. */
  back?: { to: string; label: string } | undefined;
  /** What the agency's admins decide with, the map among it, while the record is pending; stands above its parts. */
  Review?: ComponentType<{ record: RecordRow }> | undefined;
  /** What the vendor is to know first; stands above the record's parts, too. */
  Notice?: ComponentType<{ record: RecordRow }> | undefined;
  /** False for a record of somebody else's: what only its vendor may do is not offered. */
  isOwn?: boolean;
  /** Whose record it is, is still to be found out. */
  isWaiting?: boolean;
}

const HOME = { to: routes.home, label: "Metadata Records" };

/** All there is to know of one record, in every status; what needs attention stands first. */
export function RecordDetailPage(props: RecordDetailPageProps) {
  const { back = HOME, Review, Notice, isOwn = true, isWaiting = false } = props;
  const { recordId = "" } = useParams();
  const { data, error, isPending, isFetching, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: EVERY, staleTime: JUST_ASKED },
  );
  const [undone, setUndone] = useState(0);
  const onUndone = () => {
    goToConflicts();
    // What an own Undo has brought back is no news: the note begins anew.
    setUndone((count) => count + 1);
  };
  const isReady = useFirstAnswers(recordId, !isWaiting && Boolean(data?.statusInfo));
  if (!data && isNotServed(error)) return <MissingRecord />;
  const record = isReady && data?.statusInfo ? data : undefined;
  const title = record && visibleText(textWith(record.currentMetadata, "title"));
  return (
    <PageFrame
      title={title || "Metadata record"}
      back={back}
      actions={record && isOwn && <NextAction record={record} />}
    >
      {record ? (
        <>
          <Stack sx={{ gap: 3 }}>
            <RecordHead record={record} />
            {Notice && <Notice record={record} />}
            {Review && <Review record={record} />}
            <ConflictPanel record={record} isOwn={isOwn} onUndone={onUndone} />
            <UploadUnderWay recordId={record.id} />
            <ReasonsCard record={record} isOwn={isOwn} />
            <StatusCard record={record} isOwn={isOwn} />
            <FilesCard record={record} />
            <AfterTheRest>
              {!(Review && record.statusInfo.status === "pending") && <ExtentCard record={record} />}
              <MetadataCard record={record} />
            </AfterTheRest>
            <LateConflictsNote key={undone} recordId={record.id} />
          </Stack>
          {error ? (
            <StaleNote what="This record" isTrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <QuietParts recordId={record.id} />
          )}
        </>
      ) : isPending || data?.statusInfo ? (
        <RecordSkeleton />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}

/** What stands last is drawn once all above it is on the page. */
function AfterTheRest({ children }: { children: ReactNode }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true));
    return () => clearTimeout(timer);
  }, []);
  return isTime && children;
}

/** Says of what stands nowhere by itself while it is missing, such as the reason of a rejection, that it is. */
function QuietParts({ recordId }: { recordId: string }) {
  const failed = [
    useRecordConflicts(recordId),
    useRecordNotifications(recordId),
    useResolutions(recordId),
  ].filter(({ isError }) => isError);
  if (failed.length === 0) return null;
  return <StaleNote what="Part of this record" {...retryAll(failed)} />;
}

/** What the record waits for its vendor to do, the next step in full; nothing while the agency decides. */
function NextAction({ record }: { record: RecordRow }) {
  const { data: conflicts } = useRecordConflicts(record.id);
  const { status } = record.statusInfo;
  if (status === "rejected") return <ReopenButton recordId={record.id} />;
  // A record that was reopened may be in progress with uploads that conflict.
  const isContested = isInConflict(conflicts) && isUploadable(status);
  return (
    <>
      {isEditable(status) && (
        <>
          <Button component={Link} to={recordPath("form", record.id)} variant="outlined">
            Edit
          </Button>
          <Button
            component={Link}
            to={recordPath("instructions", record.id)}
            variant={isContested ? "outlined" : "contained"}
          >
            Proceed to Upload
          </Button>
        </>
      )}
      {isContested && (
        <Button variant="contained" onClick={goToConflicts}>
          Resolve uploads
        </Button>
      )}
    </>
  );
}

/** Puts a rejected record back in progress and leads to its form. Nothing once the services have said that they cannot. */
function ReopenButton({ recordId }: { recordId: string }) {
  const dataProvider = usePortalProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataProvider.reopenRecord(recordId),
    onSuccess: () => {
      notify(messages.reopenedRecord, { type: "success" });
      void queries.invalidateQueries();
    },
    onError: (failure) => {
      const why = isRefusal(failure) && !isNotServed(failure) ? ` ${failure.message}` : "";
      notify(messages.reopenFailed + why, { type: "error" });
      void queries.invalidateQueries({ queryKey: ["records"] });
    },
  });
  // Asked for with the call: whoever has gone elsewhere before the answer stays there.
  const reopen = () => mutate(undefined, { onSuccess: () => void navigate(recordPath("form", recordId)) });
  if (isNotServed(error)) return null;
  return (
    <Button variant="contained" loading={isPending} onClick={reopen}>
      Reopen and mend
    </Button>
  );
}

function UploadUnderWay({ recordId }: { recordId: string }) {
  const { data: progress, dataUpdatedAt } = useUploadProgress(recordId, PROGRESS_EVERY);
  if (!isUnderWay(progress)) return null;
  return (
    <SectionCard title="Upload in progress">
      <UploadStages progress={progress} lookedAt={dataUpdatedAt} />
    </SectionCard>
  );
}

/** Milliseconds after which the page opens with what is there. */
const PATIENCE = 1000;

/**
 * Asks for all that stands on a record's page while the record itself is still on its way, but for its files, which may
 * be very many and stand last. Answers true once the page can open without its parts pushing one another about: all
 * answers have come, failed, or take too long.
 */
function useFirstAnswers(recordId: string, isRecordThere: boolean): boolean {
  const answers = [
    useRecordConflicts(recordId),
    useRecordNotifications(recordId),
    useMessages(recordId),
    useRecordUploads(recordId),
  ];
  const isWaiting = answers.some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isRecordThere) return undefined;
    const timer = setTimeout(() => setIsLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isRecordThere]);
  // Once open it stays open, whatever is asked for again.
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && isRecordThere && (!isWaiting || isLate)) setIsOpen(true);
  return isOpen;
}

/** The shape of what comes. */
const RecordSkeleton = () => (
  <Box role="status" aria-label="Loading the record" sx={{ display: "grid", gap: 3 }}>
    {[150, 260, 420, 320].map((height) => (
      <Skeleton key={height} variant="rounded" height={height} sx={{ borderRadius: "10px" }} />
    ))}
  </Box>
);
