import WarningAmber from "@mui/icons-material/WarningAmber";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { isUploadable } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { isInConflict, useRecordConflicts, useStandingFiles } from "../../providers/recordQueries.ts";
import { FailureNote, FloatingNote, retryAll } from "../../ui/states.tsx";
import { BulkMode } from "./BulkMode.tsx";
import { ResolutionLog } from "./ResolutionLog.tsx";
import { SingleMode, type FileChoices } from "./SingleMode.tsx";
import { useAskedFiles, useDiffering, type Asked, type Differing } from "./useAskedFiles.ts";
import { failureOf, UNDOING, useResolution, useResolutions } from "./useResolution.ts";
import { counted } from "../../ui/format.ts";
import { shortText } from "../../ui/status/VersionBadge.tsx";

interface ConflictPanelProps {
  record: RecordRow;
  isOwn: boolean;
  onUndone: () => void;
}

/**
 * The files on which the uploads do not agree, and the choice between them, while the uploads conflict or the newest
 * leaves files out of which nobody has said whether they stay; and every choice made so far. Only the record's vendor
 * chooses, and only until the agency has decided.
 */
export function ConflictPanel({ record, isOwn, onUndone }: ConflictPanelProps) {
  const differing = useDiffering(record.id);
  // Very many files are looked at once somebody chooses, or where the services do not count them.
  const [isLooking, setIsLooking] = useState(false);
  const isCounted = differing?.conflicts.leftOutFiles !== undefined;
  const asked = useAskedFiles(record.id, differing, isLooking || !isCounted);
  const { data: log = [] } = useResolutions(record.id);
  const resolution = useResolution(record.id);
  const isOpen = isUploadable(record.statusInfo.status);
  const newest = differing?.uploads[0]?.uploadVersion;
  // A correction puts its predecessor aside by itself, which answers nothing.
  const isSaid = log.some((one) => !one.undone && !one.correctedVersion && one.uploadVersion === newest);
  const leftOut =
    differing?.conflicts.leftOutFiles ?? asked?.files.filter(({ why }) => why === "left out").length ?? 0;
  const isToldOfLeftOut = isOpen && !isSaid && leftOut > 0;
  return (
    <>
      {differing && (isInConflict(differing.conflicts) || isToldOfLeftOut) && (
        <ConflictCard
          recordId={record.id}
          differing={differing}
          leftOut={leftOut}
          asked={asked}
          onLook={() => setIsLooking(true)}
          choosing={resolution.choosing}
          refusal={refusalOf(isOwn, isOpen)}
        />
      )}
      <ResolutionLog record={record} isOwn={isOwn} resolution={resolution} onUndone={onUndone} />
    </>
  );
}

/** Why nothing can be chosen here; undefined where it can. */
function refusalOf(isOwn: boolean, isOpen: boolean): string | undefined {
  if (!isOwn) return "Only the record's vendor can choose between them.";
  return isOpen
    ? undefined
    : "The agency has decided about this record; its uploads can no longer be changed.";
}

interface ConflictCardProps extends Pick<ReturnType<typeof useResolution>, "choosing"> {
  recordId: string;
  differing: Differing;
  /** So many files the newest upload leaves out. */
  leftOut: number;
  /** The files themselves; undefined until they are looked at. */
  asked: Asked | undefined;
  onLook: () => void;
  /** Why nothing can be chosen; undefined where it can. */
  refusal: string | undefined;
}

const NOTHING: FileChoices = new Map();

/** What the uploads differ in, and the choice of one of them, or of a version of each file. */
function ConflictCard(props: ConflictCardProps) {
  const { recordId, differing, leftOut, asked, onLook, choosing, refusal } = props;
  // Without the files, nothing can be said of what a choice comes to.
  const standing = useStandingFiles(recordId);
  const [isBulk, setIsBulk] = useState(true);
  // Kept here, so that what is chosen in one mode is still chosen after a look at the other.
  const [chosen, setChosen] = useState<string>();
  const [choices, setChoices] = useState(NOTHING);
  /** A failure speaks of the choice that failed. */
  const renewed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      if (choosing.isError) choosing.reset();
      onLook();
      set(value);
    };
  const shared = { recordId, differing, choosing, canChoose: refusal === undefined };
  return (
    <Paper component="section" aria-labelledby={CONFLICTS} variant="outlined" sx={look}>
      <Typography id={CONFLICTS} variant="h2" tabIndex={-1} sx={heading}>
        <WarningAmber color="warning" aria-hidden />
        {isInConflict(differing.conflicts) ? "Multiple Uploads Detected" : "Files Left Out"}
      </Typography>
      <Typography sx={{ mt: 1, mb: 2 }}>
        {whatDiffers(differing, leftOut)}{" "}
        {refusal ?? "Choose what to keep. The rest is put aside, and can be brought back."}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="What to choose"
        value={isBulk}
        onChange={(_, value: boolean | null) => value !== null && renewed(setIsBulk)(value)}
        sx={{ mb: 2 }}
      >
        <ToggleButton value={true}>A whole upload</ToggleButton>
        <ToggleButton value={false}>File by file</ToggleButton>
      </ToggleButtonGroup>
      {isBulk ? (
        <BulkMode {...shared} asked={asked} chosen={chosen} onChoose={renewed(setChosen)} />
      ) : asked ? (
        <SingleMode {...shared} asked={asked} choices={choices} onChoose={renewed(setChoices)} />
      ) : (
        <Typography role="status">Looking at the files…</Typography>
      )}
      {standing.isLoadingError && (
        <FailureNote title="The files to choose from could not be loaded." {...retryAll([standing])} />
      )}
      <ResolveFailure choosing={choosing} />
    </Paper>
  );
}

/** Why there is something to choose. */
function whatDiffers({ conflicts, uploads }: Differing, leftOut: number): string {
  const { contestedFiles: contested } = conflicts;
  const newest = uploads[0] && shortText(uploads[0]);
  return [
    contested > 0 &&
      `${counted(conflicts.uploads.length, "upload")} of this model hold different versions of ${counted(contested, "file")}.`,
    newest &&
      leftOut > 0 &&
      `${newest[0]!.toUpperCase()}${newest.slice(1)} leaves out ${counted(leftOut, "file")} that earlier uploads brought: they stay until you leave them out, too.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const look = { p: { xs: 2, sm: 3 }, borderColor: "warning.main", borderLeftWidth: 4 } as const;

const heading = { display: "flex", gap: 1, alignItems: "center", outline: "none" };

/** A choice that could not be made: it is still there, and is tried again. */
function ResolveFailure({ choosing }: Pick<ReturnType<typeof useResolution>, "choosing">) {
  const { variables, error, mutate, isError, isPending, failureCount } = choosing;
  if (!variables || !(isError || (isPending && failureCount > 0))) return null;
  return (
    <FailureNote
      title={failureOf(variables)}
      error={error}
      kept="Your choice is kept."
      onRetry={() => mutate(variables)}
      isTrying={isPending}
    />
  );
}

/**
 * Conflicts found while the page is open stand above what is being read, which must not move: so they are spoken of
 * at the window's lower edge.
 */
export function LateConflictsNote({ recordId }: { recordId: string }) {
  const { data: conflicts } = useRecordConflicts(recordId);
  const [isNews, setIsNews] = useState<boolean>();
  const isUndoing = useIsMutating({ mutationKey: UNDOING }) > 0;
  const isThere = isInConflict(conflicts);
  // Conflicts that are there from the start are no news; any that come after a look that found none are.
  if (conflicts && (isNews === undefined || (!isNews && !isThere))) setIsNews(!isThere);
  if (!isNews || !isThere || isUndoing) return null;
  const show = () => {
    setIsNews(false);
    goToConflicts();
  };
  return (
    <FloatingNote action="Show" onAction={show}>
      Multiple Uploads Detected
    </FloatingNote>
  );
}

/** The id of the heading over the conflicting uploads. */
const CONFLICTS = "conflicting-uploads";

/** Leads the reader, and the keyboard, to the conflicting uploads. */
export function goToConflicts(): void {
  const heading = document.getElementById(CONFLICTS);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
