import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useStore } from "react-admin";
import { Link } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordPath } from "../routes.ts";
import { recordName } from "../recordName.ts";

/** As many banners as leave the list in sight. The others are counted, and stand here when asked for. */
const SHOWN_FIRST = 2;

/** One banner for each of the records whose uploads contradict each other, unless it was put away. */
export function ConflictBanners({ records }: { records: RecordRow[] }) {
  const { hasBanner, dismiss } = useDismissals();
  const [isWhole, setWhole] = useState(false);
  const flagged = records.filter(hasBanner);
  const putAway = (record: RecordRow) => {
    dismiss(record);
    // The button that held the focus is gone with its banner: the page's name takes it.
    document.querySelector("h1")?.focus();
  };
  const left = flagged.length - SHOWN_FIRST;
  // One more takes no more room than the line that would count it.
  const shown = isWhole || left <= 1 ? flagged : flagged.slice(0, SHOWN_FIRST);
  return (
    <Stack role="status" sx={{ gap: 1.5, mb: flagged.length > 0 ? 3 : 0 }}>
      {shown.map((record) => (
        <ConflictBanner key={record.id} record={record} onDismiss={() => putAway(record)} />
      ))}
      {left > 1 && <MoreBanners left={left} isWhole={isWhole} onToggle={() => setWhole(!isWhole)} />}
    </Stack>
  );
}

/**
 * The conflicts whose banner the user has put away, remembered in this browser. A banner comes back when a version
 * arrives that was not there before; that some were resolved brings nothing back.
 */
function useDismissals() {
  const [dismissed, setDismissed] = useStore<Record<string, string[]>>("records.dismissedConflicts", {});
  const hasBanner = ({ id, conflicts = [] }: RecordRow) =>
    conflicts.some(({ uploadId }) => !(dismissed[id] ?? []).includes(uploadId));
  const dismiss = ({ id, conflicts = [] }: RecordRow) =>
    setDismissed((earlier) => ({ ...earlier, [id]: conflicts.map(({ uploadId }) => uploadId) }));
  return { hasBanner, dismiss };
}

interface MoreBannersProps {
  left: number;
  isWhole: boolean;
  onToggle: () => void;
}

/** Counts the banners that are not shown, and shows them. */
function MoreBanners({ left, isWhole, onToggle }: MoreBannersProps) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", alignItems: "center", columnGap: 1, pl: 2 }}>
      {!isWhole && (
        <Typography variant="body2">{`${left} more records have conflicting uploads.`}</Typography>
      )}
      <Button size="small" color="warning" aria-expanded={isWhole} onClick={onToggle}>
        {isWhole ? "Show fewer" : "Show all"}
      </Button>
    </Stack>
  );
}

function ConflictBanner({ record, onDismiss }: { record: RecordRow; onDismiss: () => void }) {
  const name = recordName(record.currentMetadata);
  return (
    <Paper variant="outlined" sx={bannerLook}>
      <WarningAmber color="warning" aria-hidden />
      <Box sx={{ flex: "1 1 280px", minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>Multiple Uploads Detected</Typography>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          Multipled conflicting uploads were detected for <bdi>{name}</bdi>
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, ml: "auto" }}>
        <Button
          component={Link}
          to={recordPath("view", record.id)}
          variant="outlined"
          color="warning"
          aria-label={`Resolve Now: ${name}`}
        >
          Resolve Now
        </Button>
        <Button color="inherit" onClick={onDismiss} aria-label={`Dismiss: ${name}`}>
          Dismiss
        </Button>
      </Stack>
    </Paper>
  );
}

const bannerLook = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1.5,
  px: 2,
  py: 1.5,
  borderColor: "warning.main",
  borderLeftWidth: 4,
} as const;
