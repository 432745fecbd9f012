import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useState } from "react";
import { goToConflicts } from "./conflictsPlace.ts";
import { useRecordConflicts } from "./useRecordConflicts.ts";

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
