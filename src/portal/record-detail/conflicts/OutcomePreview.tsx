import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { modelOf, type ModelFile, type Outcome } from "../../../contract/conflicts/conflictOutcome.ts";
import { VirtualList } from "../../ui/tree/VirtualList.tsx";
import { counted, visibleText } from "../../ui/format.ts";
import type { SentUpload } from "./useAskedFiles.ts";
import { shortText } from "../../ui/status/VersionBadge.tsx";

interface OutcomePreviewProps {
  uploads: SentUpload[];
  /** What the choice does; undefined while nothing is chosen. */
  outcome: Outcome<ModelFile> | undefined;
  /** What the choice comes to, first of all. */
  heading: string | undefined;
  hint: string;
  /** What the button says. */
  action: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** What will happen, before it does, and the button that makes it happen. */
export function OutcomePreview(props: OutcomePreviewProps) {
  const { uploads, outcome, heading, hint, action, isPending, onConfirm } = props;
  const [showsFiles, setShowsFiles] = useState(false);
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={look}>
      <Typography id={titleId} variant="h3">
        What will happen
      </Typography>
      <Box role="status" sx={{ my: 1 }}>
        {outcome ? (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {[heading, ...linesOf(outcome)].map((line) => line && <li key={line}>{line}</li>)}
          </Box>
        ) : (
          <Typography>{hint}</Typography>
        )}
      </Box>
      {outcome && showsFiles && <ModelList files={outcome.files} uploads={uploads} />}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button variant="contained" disabled={!outcome} loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
        {outcome && (
          <Button aria-expanded={showsFiles} onClick={() => setShowsFiles(!showsFiles)}>
            {showsFiles ? "Hide these files" : "Show these files"}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function linesOf({ gone, leftOut, open }: Outcome<ModelFile>): string[] {
  const versions = gone.length - leftOut.length;
  return [
    ...(versions > 0
      ? [`${counted(versions, "other version")} will be put aside. Undo brings them back.`]
      : []),
    ...(leftOut.length > 0
      ? [`${counted(leftOut.length, "file")} will be left out. Undo brings them back.`]
      : []),
    open.length > 0
      ? `${counted(open.length, "file")} will still have to be chosen.`
      : "No conflict will be left.",
  ];
}

/** Every file of the model as it will stand. */
function ModelList({ files, uploads }: { files: ModelFile[]; uploads: SentUpload[] }) {
  const rows = useMemo(() => modelOf(files), [files]);
  const named = new Map(uploads.map((upload) => [upload.uploadBatchId, shortText(upload)]));
  return (
    <VirtualList
      label="Files of the model"
      rows={rows}
      estimate={50}
      maxHeight={240}
      renderRow={({ path, uploadBatchId }) => (
        <Box sx={{ px: 1.5, py: 0.5 }}>
          <Typography variant="body2">
            <bdi>{visibleText(path)}</bdi>
          </Typography>
          <Typography variant="caption" color="textSecondary">
            as {named.get(uploadBatchId)} holds it
          </Typography>
        </Box>
      )}
    />
  );
}

const look = { bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 } as const;
