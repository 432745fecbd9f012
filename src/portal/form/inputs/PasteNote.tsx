import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { PasteReport } from "../pastedChoices.ts";

/** More are counted and not named. */
const LIMIT = 10;

interface PasteNoteProps {
  report: PasteReport | undefined;
  onClose(): void;
}

/** What became of a pasted list: how many entries were taken in, and each one that needs a look. */
export function PasteNote({ report, onClose }: PasteNoteProps) {
  return (
    <Box role="status">
      {report && (
        <Alert
          severity={report.malformed.length + report.unknown.length > 0 ? "warning" : "success"}
          variant="outlined"
          onClose={onClose}
          closeText="Dismiss the report"
          sx={{ mt: 1, overflowWrap: "anywhere" }}
        >
          <div>Accepted: {report.accepted.length.toLocaleString("en-US")}</div>
          {lineOf("Unknown, kept as pasted", report.unknown)}
          {lineOf("Repeated, taken once", report.repeated)}
          {lineOf("Not taken in, to be corrected", report.malformed)}
        </Alert>
      )}
    </Box>
  );
}

function lineOf(words: string, entries: string[]) {
  if (entries.length === 0) return null;
  const more = entries.length - LIMIT;
  return (
    <div>
      {words}: {entries.length.toLocaleString("en-US")} ({entries.slice(0, LIMIT).join(", ")}
      {more > 0 && ` and ${more.toLocaleString("en-US")} more`})
    </div>
  );
}
