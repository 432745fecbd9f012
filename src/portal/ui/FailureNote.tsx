import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { messages } from "../../contract/messages.ts";

interface FailureNoteProps {
  /** What did not work, as a sentence. */
  title: string;
  /** What was thrown; its words are added where they are meant for people. */
  error: unknown;
  /** Makes the same change again; offered where that may help. */
  onRetry?: (() => void) | undefined;
  isTrying?: boolean;
}

/** A change that was not made: says so where it was asked for and stays there, for a toast is gone too soon. */
export function FailureNote({ title, error, onRetry, isTrying = false }: FailureNoteProps) {
  return (
    <Alert
      severity="error"
      sx={{ my: 2, overflowWrap: "anywhere" }}
      action={
        onRetry &&
        mayHelp(error) && (
          <Button color="inherit" size="small" onClick={onRetry} loading={isTrying}>
            Retry
          </Button>
        )
      }
    >
      {sayingOf(title, wordsOf(error))}
    </Alert>
  );
}

interface Refusal extends Error {
  status: number;
}

/** Only a refusal of the vendor services is worded for people; what else went wrong is worded for programmers. */
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "VendorError";

/** Both, where each says what the other does not. */
function sayingOf(title: string, words: string): string {
  if (words === "" || words === title) return title;
  return title === messages.generic ? words : `${title} ${words}`;
}

/** The generic words say nothing that the title does not. */
const wordsOf = (error: unknown): string =>
  isRefusal(error) && error.message !== messages.generic ? error.message : "";

/** What the services refuse, they refuse again; where they did not answer, or stumbled, another try may pass. */
const mayHelp = (error: unknown): boolean =>
  !isRefusal(error) || error.status === 0 || error.status === 429 || error.status >= 500;
