import Alert from "@mui/material/Alert";

/** What Windows users may read at the end of an upload that went well all the same. */
export function WindowsErrors() {
  return (
    <Alert severity="info">
      The errors <em>Unable to read data from the transport connection...</em> and{" "}
      <em>Internal Server Error</em> may still mean the upload succeeded; wait, then refresh the home page.
    </Alert>
  );
}
