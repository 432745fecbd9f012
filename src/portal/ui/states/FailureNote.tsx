import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { messages } from "../../../contract/messages.ts";
import { isRefusal, problemWords } from "./ErrorState.tsx";

interface FailureNoteProps {
  /** What did not work, as a sentence. */
  title: string;
  /** What was thrown; its words are added where they are meant for people. */
  error: unknown;
  /** What is not lost. */
  kept?: string;
  /** Makes the same change again; offered where that may help. Within a form, its submit: more may be typed by now. */
  onRetry?: (() => void) | "submit" | undefined;
  isTrying?: boolean;
}

/** A change that was not made: says so where it was asked for and stays there, for a toast is gone too soon. */
export function FailureNote({ title, error, kept = "", onRetry, isTrying = false }: FailureNoteProps) {
  return (
    <Alert
      severity="error"
      sx={{ my: 2, overflowWrap: "anywhere" }}
      action={
        onRetry &&
        mayHelp(error) && (
          <Button
            color="inherit"
            size="small"
            loading={isTrying}
            {...(onRetry === "submit" ? ({ type: "submit" } as const) : { onClick: onRetry })}
          >
            Retry
          </Button>
        )
      }
    >
      {`${sayingOf(title, problemWords(error))} ${kept}`.trim()}
    </Alert>
  );
}

/** Both, where each says what the other does not; the generic words say nothing that a title does not. */
function sayingOf(title: string, words: string): string {
  if (words === messages.generic || words === title) return title;
  return title === messages.generic ? words : `${title} ${words}`;
}

/** What the services refuse, they refuse again; where they did not answer, or stumbled, another try may pass. */
const mayHelp = (error: unknown): boolean =>
  !isRefusal(error) || error.status === 0 || error.status === 429 || error.status >= 500;
