import WarningAmber from "@mui/icons-material/WarningAmber";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { isUploadable } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { useRecordConflicts } from "../../providers/useRecordConflicts.ts";
import { FailureNote } from "../../ui/states/FailureNote.tsx";
import { BulkMode } from "./BulkMode.tsx";
import { ResolutionLog } from "./ResolutionLog.tsx";
import { SingleMode, type FileChoices } from "./SingleMode.tsx";
import { useAskedFiles, type Asked } from "./useAskedFiles.ts";
import { failureOf, useResolution, useResolutions } from "./useResolution.ts";
import { counted } from "../../ui/counted.ts";
import { shortText } from "./versionText.ts";

/**
 * The files on which the uploads do not agree, and the choice between them, while the uploads conflict or the newest
 * leaves files out of which nobody has said whether they stay; and every choice made so far. Only the record's vendor
 * chooses, and only until the agency has decided.
 */
export function ConflictPanel({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const asked = useAskedFiles(record.id);
  const { data: log = [] } = useResolutions(record.id);
  const resolution = useResolution(record.id);
  const isOpen = isUploadable(record.statusInfo.status);
  const newest = asked.uploads[0]?.uploadVersion;
  // A correction puts its predecessor aside by itself, which answers nothing.
  const isSaid = log.some((one) => !one.undone && !one.correctedVersion && one.uploadVersion === newest);
  const isToldOfLeftOut = isOpen && !isSaid && asked.files.some(({ why }) => why === "left out");
  return (
    <>
      {(asked.conflicts.length > 0 || isToldOfLeftOut) && (
        <ConflictCard
          recordId={record.id}
          asked={asked}
          choosing={resolution.choosing}
          refusal={refusalOf(isOwn, isOpen)}
        />
      )}
      <ResolutionLog record={record} isOwn={isOwn} resolution={resolution} onUndone={goToConflicts} />
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
  asked: Asked;
  /** Why nothing can be chosen; undefined where it can. */
  refusal: string | undefined;
}

const NOTHING: FileChoices = new Map();

/** What the uploads differ in, and the choice of one of them, or of a version of each file. */
function ConflictCard({ recordId, asked, choosing, refusal }: ConflictCardProps) {
  const [isBulk, setIsBulk] = useState(true);
  // Kept here, so that what is chosen in one mode is still chosen after a look at the other.
  const [chosen, setChosen] = useState<string>();
  const [choices, setChoices] = useState(NOTHING);
  /** A failure speaks of the choice that failed. */
  const renewed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      if (choosing.isError) choosing.reset();
      set(value);
    };
  const shared = { recordId, asked, choosing, canChoose: refusal === undefined };
  return (
    <Paper component="section" aria-labelledby={CONFLICTS} variant="outlined" sx={look}>
      <Typography id={CONFLICTS} variant="h2" tabIndex={-1} sx={heading}>
        <WarningAmber color="warning" aria-hidden />
        {asked.conflicts.length > 0 ? "Multiple Uploads Detected" : "Files Left Out"}
      </Typography>
      <Typography sx={{ mt: 1, mb: 2 }}>
        {whatDiffers(asked)}{" "}
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
        <BulkMode {...shared} chosen={chosen} onChoose={renewed(setChosen)} />
      ) : (
        <SingleMode {...shared} choices={choices} onChoose={renewed(setChoices)} />
      )}
      <ResolveFailure choosing={choosing} />
    </Paper>
  );
}

/** Why there is something to choose. */
function whatDiffers({ conflicts, uploads, files }: Asked): string {
  const leftOut = files.filter(({ why }) => why === "left out").length;
  const contested = new Set(conflicts.map(({ conflictNumber }) => conflictNumber)).size;
  const holders = new Set(conflicts.map(({ uploadBatchId }) => uploadBatchId)).size;
  const newest = uploads[0] && shortText(uploads[0]);
  return [
    contested > 0 &&
      `${counted(holders, "upload")} of this model hold different versions of ${counted(contested, "file")}.`,
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
  const isThere = conflicts !== undefined && conflicts.length > 0;
  // Conflicts that are there from the start are no news; any that come after a look that found none are.
  if (isNews === undefined && conflicts) setIsNews(!isThere);
  if (!isNews || !isThere) return null;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ position: "sticky", bottom: 16, zIndex: 1, bgcolor: "background.paper" }}
      action={
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            setIsNews(false);
            goToConflicts();
          }}
        >
          Show
        </Button>
      }
    >
      Multiple Uploads Detected
    </Alert>
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
