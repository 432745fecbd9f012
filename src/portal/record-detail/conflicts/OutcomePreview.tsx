import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import type { ConflictOutcome } from "../../../contract/conflictOutcome.ts";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { visibleText } from "../../ui/visibleText.ts";
import { counted, versionText } from "./versionText.ts";

interface OutcomePreviewProps {
  /** What the choice does; undefined while nothing is chosen. */
  outcome: ConflictOutcome | undefined;
  /** Files that only other uploads hold; undefined where that is not known, or does not matter. */
  staying?: string[] | undefined;
  hint: string;
  /** What the button says. */
  action: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** What will happen, before it does, and the button that makes it happen. */
export function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, staying, hint, action, isPending, onConfirm } = props;
  const [showsFiles, setShowsFiles] = useState(false);
  const titleId = useId();
  const isChosen = outcome !== undefined && outcome.kept.length > 0;
  return (
    <Box component="section" aria-labelledby={titleId} sx={look}>
      <Typography id={titleId} variant="h3">
        What will happen
      </Typography>
      <Box role="status" sx={{ my: 1 }}>
        {isChosen ? <OutcomeWords outcome={outcome} staying={staying} /> : <Typography>{hint}</Typography>}
      </Box>
      {isChosen && showsFiles && (
        <VirtualList
          label="Versions that stay"
          rows={outcome.kept}
          keyOf={({ uploadId }) => uploadId}
          estimate={50}
          maxHeight={240}
          renderRow={(version) => (
            <Box sx={{ px: 1.5, py: 0.5 }}>
              <Typography variant="body2">
                <bdi>{visibleText(version.filename)}</bdi>
              </Typography>
              <Typography variant="caption" color="textSecondary">
                stays as uploaded on {versionText(version)}
              </Typography>
            </Box>
          )}
        />
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button variant="contained" disabled={!isChosen} loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
        {isChosen && (
          <Button aria-expanded={showsFiles} onClick={() => setShowsFiles(!showsFiles)}>
            {showsFiles ? "Hide these files" : "Show these files"}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function OutcomeWords({ outcome, staying }: { outcome: ConflictOutcome; staying: string[] | undefined }) {
  const { kept, putAside, open } = outcome;
  const lines = [
    `${counted(kept.length, "file")} will have the chosen version.`,
    `${counted(putAside.length, "other version")} will be put aside. Undo brings them back.`,
    staying &&
      staying.length > 0 &&
      `${counted(staying.length, "file")} that only other uploads hold will stay.`,
    open.length > 0
      ? `${counted(open.length, "file")} will still have to be chosen.`
      : "No conflict will be left.",
  ].filter(Boolean);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {lines.map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </Box>
  );
}

const look = { bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 } as const;
