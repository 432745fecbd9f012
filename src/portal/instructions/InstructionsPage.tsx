import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useGetOne, useNotify } from "react-admin";
import { Navigate, Link as RouterLink, useNavigate, useParams } from "react-router";
import {
  coverageName,
  metadataFileName,
  MODEL_ROOT_PATTERN,
  modelRootName,
} from "../../contract/model-folder/modelFolder.ts";
import { isEditable, isUploadable, statusLabel } from "../../contract/status.ts";
import { FolderCheck } from "../model-report/FolderCheck.tsx";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import {
  isOfEarlierUpload,
  latestUploadFault,
  NOT_TOLD,
  useRecordNotifications,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName, textWith } from "../recordName.ts";
import { recordPath, routes } from "../routes.ts";
import { FolderLayout } from "../ui/FolderLayout.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import {
  ErrorState,
  FailureNote,
  Loading,
  MissingRecord,
  problemWords,
  retryAll,
  StaleNote,
} from "../ui/states.tsx";
import { UploadFault, UploadStages } from "../ui/status/UploadStages.tsx";
import { CorrectionChoice } from "./CorrectionChoice.tsx";
import { PlatformChoice, usePlatform } from "./steps/PlatformChoice.tsx";
import { Steps } from "./steps/Steps.tsx";
import { useCorrection } from "./useCorrection.ts";

/** Soon enough to show that an upload was refused, or has made the record pending. */
const EVERY = 10_000;

/** How the model of one record is delivered. */
export function InstructionsPage() {
  const { recordId = "" } = useParams();
  const { data, error, isPending, isFetching, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: EVERY },
  );
  if (!data && isNotServed(error)) return <MissingRecord />;
  if (data?.statusInfo && !isUploadable(data.statusInfo.status))
    return <Navigate to={recordPath("view", recordId)} replace />;
  return (
    <PageFrame title="Upload instructions">
      {data?.statusInfo ? (
        <>
          <Instructions record={data} />
          {error && <StaleNote what="This record" isTrying={isFetching} onRetry={() => void refetch()} />}
        </>
      ) : isPending ? (
        <Loading label="Loading the record" />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}

/** Everything needed to deliver the model of a record that takes uploads. */
function Instructions({ record }: { record: RecordRow }) {
  const [platform, setPlatform] = usePlatform();
  const chosen = useCorrection(record.id);
  const { correction } = chosen;
  const [looked, setLooked] = useState<string[]>();
  const { data: notifications = [] } = useRecordNotifications(record.id, EVERY);
  const fault = latestUploadFault(notifications);
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const isCurrent = fault && (isEditable(status) || fault.date > timeOfLastStatusChange);
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography color="textSecondary">
        How to upload the model files of <strong dir="auto">{recordName(record.currentMetadata)}</strong>.
      </Typography>
      {isCurrent && <UploadFault fault={fault} viewPath={recordPath("view", record.id)} />}
      <RequiredLayout record={record} />
      <CorrectionChoice recordId={record.id} looked={looked} {...chosen} />
      <FolderCheck isPart={correction !== undefined} onFiles={setLooked} />
      <div>
        <PlatformChoice platform={platform} onChange={setPlatform} />
        <Stack sx={{ gap: 3, mt: 2 }}>
          {platform === "WINDOWS" && (
            <Alert severity="info">
              <strong>PowerShell 7.2 is required</strong> (not Windows PowerShell).
            </Alert>
          )}
          <Steps record={record} platform={platform} correction={correction} />
        </Stack>
      </div>
      <FollowUpload record={record} />
      <InstructionsBar recordId={record.id} />
    </Stack>
  );
}

/** The folder the model has to be delivered in, with this record's own names. */
function RequiredLayout({ record: { id, currentMetadata } }: { record: RecordRow }) {
  const identifier = textWith(currentMetadata, "identifier");
  return (
    <SectionCard title="Required folder layout">
      <Typography sx={{ mb: 2 }} color="textSecondary">
        The root folder is named <code>{MODEL_ROOT_PATTERN}/</code>. For this model:
      </Typography>
      <FolderLayout
        root={modelRootName(identifier, textWith(currentMetadata, "title"))}
        coverage={coverageName(identifier)}
        metadataFile={metadataFileName(id)}
        metadataNote="the metadata YAML file of step 1"
      />
    </SectionCard>
  );
}

/** The ways out: back to the form, or done, of which the services are told. */
function InstructionsBar({ recordId }: { recordId: string }) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const navigate = useNavigate();
  const finish = useMutation({
    mutationFn: () =>
      dataProvider.finishUpload(recordId).catch((error: unknown) => {
        if (!isNotServed(error)) throw error;
      }),
    onError: (error) => notify(problemWords(error), { type: "error" }),
  });
  // Told with the call: whoever has gone elsewhere before the answer stays there.
  const onDone = () => finish.mutate(undefined, { onSuccess: () => void navigate(routes.home) });
  return (
    <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, mt: 4 }}>
      <Button component={RouterLink} to={recordPath("form", recordId)}>
        Back
      </Button>
      <Button variant="contained" disabled={finish.isPending} onClick={onDone}>
        Done
      </Button>
    </Box>
  );
}

/** What has become of the upload so far, while the page stays open. Nothing where the services do not tell. */
function FollowUpload({ record: { id, statusInfo } }: { record: RecordRow }) {
  const { data: progress, dataUpdatedAt, errorUpdateCount, ...asked } = useUploadProgress(id);
  const isPending = statusInfo.status === "pending";
  if (progress === NOT_TOLD && !isPending) return null;
  return (
    <SectionCard title="Your upload">
      {progress === undefined && errorUpdateCount === 0 && (
        <Skeleton variant="rounded" height={120} role="status" aria-label="Loading your upload" />
      )}
      {/* Each look forgets the error of the one before; the note stays until an answer has come. */}
      {progress === undefined && errorUpdateCount > 0 && (
        <FailureNote
          title="How far your upload has come could not be loaded."
          {...retryAll([asked])}
          error={undefined}
        />
      )}
      {typeof progress === "object" &&
        (progress && !isOfEarlierUpload(statusInfo, progress) ? (
          <UploadStages progress={progress} lookedAt={dataUpdatedAt} />
        ) : (
          <Typography color="textSecondary">
            No new upload has arrived yet. Once the script sends the zip, its progress is shown here.
          </Typography>
        ))}
      {isPending && (
        <Alert severity="success" sx={{ mt: 2 }}>
          This record is {statusLabel("pending")}.{" "}
          <Link component={RouterLink} to={recordPath("view", id)} color="inherit" underline="always">
            View the record
          </Link>
        </Alert>
      )}
    </SectionCard>
  );
}
