import WarningAmber from "@mui/icons-material/WarningAmber";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { VersionChoices } from "../../../contract/conflictOutcome.ts";
import { conflictingUploads, contestedFiles } from "../../../contract/contestedFiles.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { SteadyPlace } from "../../ui/SteadyPlace.tsx";
import { BulkMode } from "./BulkMode.tsx";
import { CONFLICTS } from "./conflictsPlace.ts";
import { ResolveFailure } from "./ResolveFailure.tsx";
import { SingleMode } from "./SingleMode.tsx";
import type { useResolution } from "./useResolution.ts";
import { useUploadContents } from "./useUploadContents.ts";
import { counted } from "./versionText.ts";

interface ConflictCardProps {
  recordId: string;
  conflicts: UploadConflict[];
  resolution: ReturnType<typeof useResolution>;
  /** Why nothing can be chosen; undefined where it can. */
  refusal: string | undefined;
}

const NOTHING: VersionChoices = new Map();

/** What the conflicting uploads differ in, and the choice of one of them, or of a version of each file. */
export function ConflictCard({ recordId, conflicts, resolution, refusal }: ConflictCardProps) {
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
      <SteadyPlace of={contents.isPending ? undefined : contents} />
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
