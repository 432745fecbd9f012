import Button from "@mui/material/Button";
import { longDate } from "../ui/longDate.ts";
import { useLastSave } from "./useLastSave.ts";

/** Warns that a record was saved after a draft of it was begun: by whom and when, where that can be had. */
export function SavedSince({ recordId }: { recordId: string | undefined }) {
  const { lastSave, failed, retry } = useLastSave(recordId);
  const consequence = "before restored changes replace that version you are told what changed there.";
  if (lastSave)
    return (
      <>
        {" "}
        Since then {lastSave.by} saved this record on {longDate(lastSave.at)}; {consequence}
      </>
    );
  return (
    <>
      {" "}
      This record was saved since then; {consequence}
      {failed && (
        <>
          {" "}
          Who saved it, and when, could not be loaded.{" "}
          <Button size="small" color="inherit" onClick={retry} sx={{ py: 0, textDecoration: "underline" }}>
            Retry
          </Button>
        </>
      )}
    </>
  );
}
