import WarningAmber from "@mui/icons-material/WarningAmber";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { isUploadableStatus, statusForbidsMessage, type Status } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { hasConflicts, useRecordConflicts, useCurrentFiles } from "../../providers/recordQueries.ts";
import { ErrorAlert, StickyAlert, buildRetryProps } from "../../ui/states.tsx";
import { BulkMode } from "./BulkMode.tsx";
import { ResolutionLog } from "./ResolutionLog.tsx";
import { IndividualMode, type VersionChoices } from "./IndividualMode.tsx";
import {
  useFilesToDecide,
  useConflictOverview,
  type FilesToDecide,
  type ConflictOverview,
} from "./useFilesToDecide.ts";
import {
  getFailureMessage,
  UNDO_MUTATION_KEY,
  useConflictResolution,
  useResolutions,
} from "./useConflictResolution.ts";
import { formatQuantity } from "../../ui/format.ts";
import { formatUploadName } from "../../ui/status/VersionBadge.tsx";

interface ConflictPanelProps {
  record: RecordRow;
  isOwn: boolean;
  onUndone: () => void;
}

/**
 * Shown while uploads conflict, or while the latest upload lacks files of earlier ones and the vendor has not decided
 * about them. Only the record's vendor can choose, until the agency decides on the record.
 */
export function ConflictPanel({ record, isOwn, onUndone }: ConflictPanelProps) {
  const overview = useConflictOverview(record.id);
  // A model may have very many files: compare them only on the first choice, or if the server sends no count.
  const [areFilesRequested, setAreFilesRequested] = useState(false);
  const isMissingCountKnown = overview?.conflicts.missingFiles !== undefined;
  const filesToDecide = useFilesToDecide(record.id, overview, areFilesRequested || !isMissingCountKnown);
  const { data: log = [] } = useResolutions(record.id);
  const resolution = useConflictResolution(record.id);
  const isOpen = isUploadableStatus(record.statusInfo.status);
  const latest = overview?.uploads[0]?.uploadVersion;
  // A correction archives its predecessor automatically; that is no decision about missing files.
  const isDecided = log.some(
    (entry) => !entry.undone && !entry.correctedVersion && entry.uploadVersion === latest,
  );
  const missingCount =
    overview?.conflicts.missingFiles ??
    filesToDecide?.files.filter(({ decisionReason }) => decisionReason === "left out").length ??
    0;
  const hasUndecidedMissingFiles = isOpen && !isDecided && missingCount > 0;
  return (
    <>
      {overview && (hasConflicts(overview.conflicts) || hasUndecidedMissingFiles) && (
        <ConflictCard
          recordId={record.id}
          status={record.statusInfo.status}
          overview={overview}
          missingCount={missingCount}
          filesToDecide={filesToDecide}
          onRequestFiles={() => setAreFilesRequested(true)}
          resolveMutation={resolution.resolveMutation}
          blockedReason={getBlockedReason(isOwn, record.statusInfo.status)}
        />
      )}
      <ResolutionLog record={record} isOwn={isOwn} resolution={resolution} onUndone={onUndone} />
    </>
  );
}

/** Undefined if the user can choose. */
function getBlockedReason(isOwn: boolean, status: Status): string | undefined {
  if (!isOwn) return "Only the record's vendor can choose between these uploads.";
  return isUploadableStatus(status) ? undefined : statusForbidsMessage(status, "change its uploads");
}

interface ConflictCardProps extends Pick<ReturnType<typeof useConflictResolution>, "resolveMutation"> {
  recordId: string;
  status: Status;
  overview: ConflictOverview;
  /** Files of earlier uploads that the latest one does not contain. */
  missingCount: number;
  /** Undefined until requested and loaded. */
  filesToDecide: FilesToDecide | undefined;
  onRequestFiles: () => void;
  /** Undefined if the user can choose. */
  blockedReason: string | undefined;
}

const NO_CHOICES: VersionChoices = new Map();

function ConflictCard(props: ConflictCardProps) {
  const { recordId, status, overview, missingCount, filesToDecide } = props;
  const { onRequestFiles, resolveMutation, blockedReason } = props;
  const filesQuery = useCurrentFiles(recordId);
  const [isBulk, setIsBulk] = useState(true);
  // State of both modes lives here, so switching modes keeps the choices.
  const [chosen, setChosen] = useState<string>();
  const [choices, setChoices] = useState(NO_CHOICES);
  /** Clears the error of the previous choice. */
  const withReset =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      if (resolveMutation.isError) resolveMutation.reset();
      onRequestFiles();
      set(value);
    };
  const shared = { recordId, status, overview, resolveMutation, canChoose: blockedReason === undefined };
  return (
    <Paper component="section" aria-labelledby={CONFLICTS_HEADING_ID} variant="outlined" sx={cardStyles}>
      <Typography id={CONFLICTS_HEADING_ID} variant="h2" tabIndex={-1} sx={headingStyles}>
        <WarningAmber color="warning" aria-hidden />
        {hasConflicts(overview.conflicts)
          ? "Multiple Uploads Detected"
          : "Files Missing From the Latest Upload"}
      </Typography>
      <Typography sx={{ mt: 1, mb: 2 }}>
        {describeConflict(overview, missingCount)}{" "}
        {blockedReason ??
          `Choose which ${isBulk ? "upload" : "version of each file"} to keep. The others are archived and can be restored.`}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="How to choose"
        value={isBulk}
        onChange={(_, value: boolean | null) => value !== null && withReset(setIsBulk)(value)}
        sx={{ mb: 2 }}
      >
        <ToggleButton value={true}>A whole upload</ToggleButton>
        <ToggleButton value={false}>File by file</ToggleButton>
      </ToggleButtonGroup>
      {isBulk ? (
        <BulkMode {...shared} filesToDecide={filesToDecide} chosen={chosen} onChoose={withReset(setChosen)} />
      ) : filesToDecide ? (
        <IndividualMode
          {...shared}
          filesToDecide={filesToDecide}
          choices={choices}
          onChoose={withReset(setChoices)}
        />
      ) : (
        <Typography role="status">Loading files…</Typography>
      )}
      {filesQuery.isLoadingError && (
        <ErrorAlert title="The conflicting files could not be loaded." {...buildRetryProps([filesQuery])} />
      )}
      <ResolutionFailure resolveMutation={resolveMutation} />
    </Paper>
  );
}

function describeConflict({ conflicts, uploads }: ConflictOverview, missingCount: number): string {
  const { contestedFiles: contested } = conflicts;
  const latest = uploads[0] && formatUploadName(uploads[0]);
  return [
    contested > 0 &&
      `${formatQuantity(conflicts.uploads.length, "upload")} of this model contain different versions of ${formatQuantity(contested, "file")}.`,
    latest &&
      missingCount > 0 &&
      `${latest[0]!.toUpperCase()}${latest.slice(1)} does not contain ${formatQuantity(missingCount, "file")} of earlier uploads. Such files stay in the model unless you remove them.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const cardStyles = { p: { xs: 2, sm: 3 }, borderColor: "warning.main", borderLeftWidth: 4 } as const;

const headingStyles = { display: "flex", gap: 1, alignItems: "center", outline: "none" };

function ResolutionFailure({
  resolveMutation,
}: Pick<ReturnType<typeof useConflictResolution>, "resolveMutation">) {
  const { variables, error, mutate, isError, isPending, failureCount } = resolveMutation;
  if (!variables || !(isError || (isPending && failureCount > 0))) return null;
  return (
    <ErrorAlert
      title={getFailureMessage(variables)}
      error={error}
      reassurance="Your choice was not lost. Retry to save it."
      onRetry={() => mutate(variables)}
      isRetrying={isPending}
    />
  );
}

/** Announces conflicts that appear while the page is open, without moving the content that the user reads. */
export function NewConflictsAlert({ recordId }: { recordId: string }) {
  const { data: conflicts } = useRecordConflicts(recordId);
  const [isNew, setIsNew] = useState<boolean>();
  const isUndoing = useIsMutating({ mutationKey: UNDO_MUTATION_KEY }) > 0;
  const hasConflictsNow = hasConflicts(conflicts);
  // New means: an earlier poll found no conflicts.
  if (conflicts && (isNew === undefined || (!isNew && !hasConflictsNow))) setIsNew(!hasConflictsNow);
  if (!isNew || !hasConflictsNow || isUndoing) return null;
  const handleShow = () => {
    setIsNew(false);
    scrollToConflicts();
  };
  return (
    <StickyAlert action="Show" onAction={handleShow}>
      Multiple Uploads Detected
    </StickyAlert>
  );
}

const CONFLICTS_HEADING_ID = "conflicting-uploads";

export function scrollToConflicts(): void {
  const heading = document.getElementById(CONFLICTS_HEADING_ID);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
