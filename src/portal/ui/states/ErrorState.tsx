import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { messages } from "../../../contract/messages.ts";

interface ErrorStateProps {
  /** What did not work, from the user's side. */
  title: string;
  /** What was thrown; its words are shown where they are meant for people. */
  error?: unknown;
  onRetry: () => void;
}

/** Something could not be had: says so, and offers another try. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Paper role="alert" variant="outlined" sx={{ p: { xs: 3, sm: 5 }, textAlign: "center" }}>
      <ErrorOutline color="error" sx={{ fontSize: 36 }} aria-hidden />
      <Typography variant="h3" component="p" sx={{ mt: 1 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2.5 }}>
        {problemWords(error)}
      </Typography>
      <Button variant="outlined" onClick={onRetry}>
        Retry
      </Button>
    </Paper>
  );
}

interface Refusal extends Error {
  status: number;
}

/** Only a refusal of the vendor services is worded for people; what else went wrong is worded for programmers. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "VendorError";

/** What an error says for itself. */
export const problemWords = (error: unknown): string =>
  isRefusal(error) && error.message !== "" ? error.message : messages.generic;
