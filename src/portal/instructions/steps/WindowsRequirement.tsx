import Alert from "@mui/material/Alert";

/** What Windows users must know before they begin. */
export function WindowsRequirement() {
  return (
    <Alert severity="info">
      <strong>PowerShell 7.2 is required</strong> (not Windows PowerShell).
    </Alert>
  );
}
