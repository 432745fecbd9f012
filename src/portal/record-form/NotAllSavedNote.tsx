import Alert from "@mui/material/Alert";

/** Says that more was changed while the record was being saved. */
export const NotAllSavedNote = ({ isShown }: { isShown: boolean }) =>
  isShown ? (
    <Alert severity="info" sx={{ mb: 1.5 }}>
      The record was saved. What you changed since then is not saved yet.
    </Alert>
  ) : null;
