import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { formatClockTime } from "../ui/format.ts";
import { DraftStatusText } from "./DraftStatusText.tsx";
import type { UnsentTextDraft } from "./useUnsentText.ts";

/** Shows that a typed text is saved, and whether another window has another one. */
export function UnsentTextStatus({ status, other, onTakeOther, onDismissOther }: UnsentTextDraft) {
  return (
    <>
      {other && (
        <Alert severity="info" onClose={onDismissOther} sx={{ my: 1 }}>
          You are also writing this in another window ({formatClockTime(other.savedAt)}). This window keeps
          what you typed here.{" "}
          <Button size="small" onClick={onTakeOther}>
            Use the other window&rsquo;s text
          </Button>
        </Alert>
      )}
      <DraftStatusText
        status={status}
        unsavedMessage="Your text cannot be saved as a draft. Send it before you leave."
        sx={reservedLineStyles}
      />
    </>
  );
}

/** Its text appears while the user types, and must not move what is below. */
const reservedLineStyles = { display: "block", minHeight: "1.66em" };
