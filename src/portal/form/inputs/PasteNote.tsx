import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { PasteReport } from "../pastedChoices.ts";
import { PastedEntries } from "./PastedEntries.tsx";

interface PasteNoteProps {
  report: PasteReport | undefined;
  /** How many pasted entries wait for the list of choices. */
  waiting: number;
  onClose(): void;
}

/** What became of a pasted list: how many entries were taken in, and each one that needs a look. */
export function PasteNote({ report, waiting, onClose }: PasteNoteProps) {
  return (
    <Box role="status">
      {waiting > 0 && (
        <Alert severity="info" variant="outlined" sx={{ mt: 1 }}>
          {waiting.toLocaleString("en-US")} pasted entries are taken in as soon as the list has loaded.
        </Alert>
      )}
      {report && (
        <Alert
          severity={report.malformed.length + report.unknown.length > 0 ? "warning" : "success"}
          variant="outlined"
          onClose={onClose}
          closeText="Dismiss the report"
          sx={{ mt: 1, overflowWrap: "anywhere", "& .MuiAlert-message": { flexGrow: 1, minWidth: 0 } }}
        >
          <div>Accepted: {report.accepted.length.toLocaleString("en-US")}</div>
          <PastedEntries words="Unknown, kept as pasted" entries={report.unknown} />
          <PastedEntries words="Repeated, taken once" entries={report.repeated} />
          <PastedEntries words="Not taken in, to be corrected" entries={report.malformed} />
        </Alert>
      )}
    </Box>
  );
}
