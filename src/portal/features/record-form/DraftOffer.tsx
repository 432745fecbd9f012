import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { LastSave } from "./useLastSave.ts";
import { longDate } from "../../ui/longDate.ts";

interface DraftOfferProps {
  keptAt: string;
  /** Who saved the record after the draft was begun. */
  savedSince: LastSave | undefined;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers back what was typed on an earlier visit. */
export function DraftOffer({ keptAt, savedSince, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      Unsaved changes from {longDate(keptAt)} were kept on this device.
      {savedSince && (
        <>
          {" "}
          Since then {savedSince.by} saved this record on {longDate(savedSince.at)}; saving the restored
          changes replaces that version.
        </>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button size="small" variant="contained" onClick={onRestore}>
          Restore
        </Button>
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </Box>
    </Alert>
  );
}
