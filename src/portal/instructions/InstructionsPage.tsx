import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useGetOne, useNotify } from "react-admin";
import { Navigate, Link as RouterLink, useNavigate, useParams } from "react-router";
import {
  coverageGeodatabaseName,
  metadataFileName,
  MODEL_FOLDER_NAME_PATTERN,
  modelFolderName,
} from "../../contract/model-folder/modelFolderNames.ts";
import { isEditableStatus, isUploadableStatus, statusLabel } from "../../contract/status.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { BrowserUploadCard } from "../browser-upload/card/BrowserUploadCard.tsx";
import { browserUploads } from "../browser-upload/runs/browserUploads.ts";
import { FolderCheck, type CheckedFiles } from "../model-report/FolderCheck.tsx";
import { isNotFoundError } from "../providers/calls/apiError.ts";
import { loadSavedMetadata } from "../providers/loadSavedMetadata.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import {
  isFromEarlierUpload,
  findLatestUploadError,
  useRecordNotifications,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useRecordWarnings } from "../record-parts/useRecordWarnings.ts";
import { getFieldTitle, getRecordName, getRecordText } from "../ui/recordName.ts";
import { getRecordPath, routes } from "../routes.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { BusyButton } from "../ui/BusyButton.tsx";
import { ClampedName } from "../ui/ClampedName.tsx";
import { FolderLayout } from "../ui/FolderLayout.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import {
  ErrorState,
  ErrorAlert,
  Loading,
  RecordNotFoundRedirect,
  getUserMessage,
  buildRetryProps,
  StaleDataAlert,
} from "../ui/states.tsx";
import { formatVersion } from "../ui/status/VersionBadge.tsx";
import { UploadErrorAlert, UploadStages } from "../ui/status/UploadStages.tsx";
import { CorrectionCard } from "./CorrectionCard.tsx";
import { PlatformPicker, usePlatform } from "./steps/PlatformPicker.tsx";
import { Steps } from "./steps/Steps.tsx";
import { useChangedPaths } from "./useChangedPaths.ts";
import { useCorrection } from "./useCorrection.ts";

const POLL_INTERVAL_MS = 10_000;

export function InstructionsPage() {
  const { recordId = "" } = useParams();
  const { data, error, isPending, isFetching, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: POLL_INTERVAL_MS },
  );
  if (!data && isNotFoundError(error)) return <RecordNotFoundRedirect />;
  if (data?.statusInfo && !isUploadableStatus(data.statusInfo.status))
    return <Navigate to={getRecordPath("view", recordId)} replace />;
  return (
    <PageFrame title="Upload instructions">
      {data?.statusInfo ? (
        <>
          <Instructions record={data} />
          {error && (
            <StaleDataAlert subject="This record" isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
        </>
      ) : isPending ? (
        <Loading label="Loading the record" />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}

function Instructions({ record }: { record: RecordRow }) {
  const [platform, setPlatform] = usePlatform();
  const dataProvider = usePortalDataProvider();
  const correctionState = useCorrection(record.id);
  const { correction } = correctionState;
  const [checkedFiles, setCheckedFiles] = useState<CheckedFiles>();
  const changes = useChangedPaths({
    ...{ recordId: record.id, rootFolder: getRootFolder(record), checkedFiles },
    ...{ correction, versionFiles: correctionState.versionFiles },
  });
  const { data: notifications = [] } = useRecordNotifications(record.id, POLL_INTERVAL_MS);
  const fault = findLatestUploadError(notifications);
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const isFaultCurrent = fault && (isEditableStatus(status) || fault.date > timeOfLastStatusChange);
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography color="textSecondary">
        How to upload the model files of{" "}
        <strong>
          <ClampedName name={getRecordName(record.currentMetadata)} />
        </strong>
        .
      </Typography>
      {isFaultCurrent && <UploadErrorAlert fault={fault} viewPath={getRecordPath("view", record.id)} />}
      <RecordWarnings record={record} />
      <BrowserUploadCard
        record={record}
        correction={correction}
        versionFiles={correctionState.versionFiles.data?.files}
      />
      <RequiredLayout record={record} />
      <CorrectionCard
        recordId={record.id}
        checkedPaths={changes.checkedPaths}
        changedPaths={changes.paths}
        {...correctionState}
      />
      <FolderCheck
        // The check of another version no longer applies.
        key={correction?.uploadBatchId}
        correctedVersion={correction && formatVersion(correction.version)}
        loadExpectedRecord={async () => {
          const corrected = await correctionState.loadCorrectedEntries();
          if (correction && !corrected) return undefined;
          const [metadata, references] = await Promise.all([
            loadSavedMetadata(dataProvider, record.id),
            dataProvider.getReferences(),
          ]);
          return {
            ...{ recordId: record.id, metadata, references },
            ...(corrected && { corrected }),
          };
        }}
        onFiles={setCheckedFiles}
      />
      <div>
        <PlatformPicker platform={platform} onChange={setPlatform} />
        <Stack sx={{ gap: 3, mt: 2 }}>
          {platform === "WINDOWS" && (
            <Alert severity="info">
              <strong>PowerShell 7.2 is required</strong> (not Windows PowerShell).
            </Alert>
          )}
          <Steps record={record} platform={platform} correction={correction} changes={changes} />
        </Stack>
      </div>
      <UploadProgressCard record={record} />
      <BottomBar recordId={record.id} />
    </Stack>
  );
}

function RecordWarnings({ record }: { record: RecordRow }) {
  const { warnings } = useRecordWarnings(record);
  if (warnings.length === 0) return null;
  return (
    <Alert
      severity="warning"
      action={
        isEditableStatus(record.statusInfo.status) && (
          <Button component={RouterLink} to={getRecordPath("form", record.id)} color="inherit">
            Edit the record
          </Button>
        )
      }
    >
      <strong>Check the record before you upload.</strong> You can upload it as it is; the agency sees this
      too.
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {warnings.map(({ field, text }) => (
          <li key={text}>{showInvisibleCharacters(`${getFieldTitle(field)}: ${text}`)}</li>
        ))}
      </Box>
    </Alert>
  );
}

const getRootFolder = ({ currentMetadata }: RecordRow) =>
  modelFolderName(getRecordText(currentMetadata, "identifier"), getRecordText(currentMetadata, "title"));

function RequiredLayout({ record }: { record: RecordRow }) {
  return (
    <SectionCard title="Required folder layout">
      <Typography sx={{ mb: 2 }} color="textSecondary">
        The root folder is named <code>{MODEL_FOLDER_NAME_PATTERN}/</code>. For this model:
      </Typography>
      <FolderLayout
        root={getRootFolder(record)}
        coverage={coverageGeodatabaseName(getRecordText(record.currentMetadata, "identifier"))}
        metadataFile={metadataFileName(record.id)}
        metadataNote="the metadata YAML file from step 1"
      />
    </SectionCard>
  );
}

function BottomBar({ recordId }: { recordId: string }) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const navigate = useNavigate();
  const finishMutation = useMutation({
    mutationFn: () => dataProvider.finishUpload(recordId),
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
  // As a mutate() callback it is skipped after unmount: no redirect for users who left the page.
  const onDone = () => finishMutation.mutate(undefined, { onSuccess: () => void navigate(routes.home) });
  return (
    <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, mt: 4 }}>
      <Button component={RouterLink} to={getRecordPath("form", recordId)}>
        Back
      </Button>
      <BusyButton variant="contained" isBusy={finishMutation.isPending} onClick={onDone}>
        Done
      </BusyButton>
    </Box>
  );
}

function UploadProgressCard({ record }: { record: RecordRow }) {
  const { uploadProgress: isReported } = useCapabilities();
  const isPending = record.statusInfo.status === "pending";
  if (!isReported && !isPending) return null;
  return (
    <SectionCard title="Your upload">
      {isReported && <UploadProgress record={record} />}
      {isPending && (
        <Alert severity="success" sx={{ mt: 2 }}>
          This record is {statusLabel("pending")}.{" "}
          <Link
            component={RouterLink}
            to={getRecordPath("view", record.id)}
            color="inherit"
            underline="always"
          >
            View the record
          </Link>
        </Alert>
      )}
    </SectionCard>
  );
}

function UploadProgress({ record: { id, statusInfo } }: { record: RecordRow }) {
  const { data: progress, dataUpdatedAt, errorUpdateCount, ...progressQuery } = useUploadProgress(id);
  const isUploadOfBrowser = useSyncExternalStore(
    browserUploads.subscribe,
    () => browserUploads.get(id) !== undefined,
  );
  // Each poll resets the query's error, so errorUpdateCount keeps the note visible between polls.
  if (progress === undefined && errorUpdateCount > 0)
    return (
      <ErrorAlert
        title="The upload progress could not be loaded."
        {...buildRetryProps([progressQuery])}
        error={undefined}
      />
    );
  if (progress === undefined)
    return <Skeleton variant="rounded" height={120} role="status" aria-label="Loading your upload" />;
  return progress && !isFromEarlierUpload(statusInfo, progress) ? (
    <UploadStages progress={progress} fetchedAt={dataUpdatedAt} isTransferShown={isUploadOfBrowser} />
  ) : (
    <Typography color="textSecondary">
      No new upload yet. The upload progress appears here once the script sends the zip.
    </Typography>
  );
}
