import WarningAmber from "@mui/icons-material/WarningAmber";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo, useRef, useState } from "react";
import type { VersionChoices } from "../../../contract/conflictOutcome.ts";
import { conflictingUploads, contestedFiles } from "../../../contract/contestedFiles.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { isUploadable } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { useRecordConflicts } from "../../providers/useRecordConflicts.ts";
import { problemWords } from "../../ui/ErrorState.tsx";
import { FailureNote } from "../../ui/FailureNote.tsx";
import { BulkMode } from "./BulkMode.tsx";
import { SingleMode } from "./SingleMode.tsx";
import { failureOf, useResolution, useUploadContents } from "./useResolution.ts";
import { counted } from "./versionText.ts";

/**
 * The files of which several uploads brought different versions, and the choice between them; nothing while there are
 * none. Only the record's vendor chooses, and only until the agency has decided.
 */
export function ConflictPanel({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { data: found } = useRecordConflicts(record.id);
  const conflicts = found ?? [];
  const resolution = useResolution(record.id);
  const isThere = conflicts.length > 0;
  return (
    <>
      {resolution.made !== undefined && <ResolvedNote resolution={resolution} summary={resolution.made} />}
      {isThere && (
        <ConflictCard
          recordId={record.id}
          conflicts={conflicts}
          resolution={resolution}
          refusal={refusalOf(isOwn, isUploadable(record.statusInfo.status))}
        />
      )}
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

interface ConflictCardProps {
  recordId: string;
  conflicts: UploadConflict[];
  resolution: ReturnType<typeof useResolution>;
  /** Why nothing can be chosen; undefined where it can. */
  refusal: string | undefined;
}

const NOTHING: VersionChoices = new Map();

/** What the conflicting uploads differ in, and the choice of one of them, or of a version of each file. */
function ConflictCard({ recordId, conflicts, resolution, refusal }: ConflictCardProps) {
  const [isBulk, setIsBulk] = useState(true);
  // Kept here, so that what is chosen in one mode is still chosen after a look at the other.
  const [chosen, setChosen] = useState<string>();
  const [choices, setChoices] = useState(NOTHING);
  const files = useMemo(() => contestedFiles(conflicts), [conflicts]);
  const uploads = useMemo(() => conflictingUploads(conflicts), [conflicts]);
  const contents = useUploadContents(
    recordId,
    uploads.map(({ uploadBatchId }) => uploadBatchId),
  );
  const { choosing } = resolution;
  /** A failure speaks of the choice that failed. */
  const renewed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      if (choosing.isError) choosing.reset();
      set(value);
    };
  const shared = { files, uploads, contents, choosing, canChoose: refusal === undefined };
  return (
    <Paper component="section" aria-labelledby={CONFLICTS} variant="outlined" sx={look}>
      <Typography id={CONFLICTS} variant="h2" tabIndex={-1} sx={heading}>
        <WarningAmber color="warning" aria-hidden />
        Multiple Uploads Detected
      </Typography>
      <Typography sx={{ mt: 1, mb: 2 }}>
        {`${counted(uploads.length, "upload")} of this model hold different versions of ${counted(files.length, "file")}. `}
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

interface ResolvedNoteProps {
  resolution: ReturnType<typeof useResolution>;
  /** What was done. */
  summary: string;
}

/** What the last choice did, with the one step back. It stays until it is closed. */
function ResolvedNote({ resolution, summary }: ResolvedNoteProps) {
  const { canUndo, undoing, dismiss } = resolution;
  const note = useRef<HTMLDivElement>(null);
  // The button that made the choice may be gone with the conflicts.
  useEffect(() => note.current?.focus(), [summary]);
  const undo = () => undoing.mutate(undefined, { onSuccess: () => setTimeout(goToConflicts) });
  return (
    <Alert
      ref={note}
      severity={undoing.isError ? "error" : "success"}
      role="status"
      tabIndex={-1}
      sx={{ flexWrap: "wrap", outline: "none", "& .MuiAlert-message": { flex: "1 1 260px" } }}
      action={
        <>
          {canUndo && (
            <Button color="inherit" size="small" loading={undoing.isPending} onClick={undo}>
              Undo
            </Button>
          )}
          <Button color="inherit" size="small" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {summary}
      {undoing.isError && (
        <Typography variant="body2">The choice could not be undone. {problemWords(undoing.error)}</Typography>
      )}
      {!canUndo && <Typography variant="body2">This installation cannot undo a choice.</Typography>}
    </Alert>
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
