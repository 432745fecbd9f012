import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button, { type ButtonProps } from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, type ReactNode } from "react";
import { useNotify } from "react-admin";
import { Navigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { Fault } from "../../contract/rules/faults.ts";
import { routes } from "../routes.ts";

/** Something is on its way; says what, to eyes and to screen readers. */
export function Loading({ label = "Loading" }: { label?: string }) {
  return (
    <Stack role="status" sx={{ alignItems: "center", gap: 2, py: 8, color: "text.secondary" }}>
      <CircularProgress size={32} thickness={4} aria-hidden />
      <Typography variant="body2">{label}…</Typography>
    </Stack>
  );
}

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  /** What the user can do about it. */
  children?: ReactNode;
}

/** There is nothing here yet: says so, and what comes next. */
export function EmptyState({ title, icon, children }: EmptyStateProps) {
  return (
    <Paper
      variant="outlined"
      sx={{ p: { xs: 3, sm: 6 }, textAlign: "center", borderStyle: "dashed", bgcolor: "transparent" }}
    >
      {icon}
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

interface NothingFoundProps {
  /** What was searched for, if anything. */
  term: string | undefined;
  /** Undoes the search and the filters. */
  onAll: () => void;
}

/** No record passes the search and the filters. */
export function NothingFound({ term = "", onAll }: NothingFoundProps) {
  // An address written by hand may search for a number.
  const searched = String(term).trim();
  return (
    <EmptyState title={messages.noRecords}>
      <Stack sx={{ alignItems: "center", gap: 1.5, mt: 1 }}>
        <Typography color="textSecondary">
          {searched
            ? `Nothing matches “${searched}”. Check the spelling, or search for a part of the name or ID.`
            : "Nothing passes the filters."}
        </Typography>
        <Button variant="outlined" onClick={onAll}>
          Show all records
        </Button>
      </Stack>
    </EmptyState>
  );
}

interface ErrorStateProps {
  /** What did not work, from the user's side. */
  title: string;
  /** What was thrown; its words are shown where they are meant for people. */
  error?: unknown;
  isTrying?: boolean;
  onRetry: () => void;
}

/** Something could not be had: says so, and offers another try. */
export const ErrorState = ({ title, error, isTrying, onRetry }: ErrorStateProps) => (
  <Alert severity="error" action={<Retry isTrying={isTrying} onClick={onRetry} />}>
    <AlertTitle>{title}</AlertTitle>
    {problemWords(error)}
  </Alert>
);

const Retry = ({ isTrying = false, ...button }: ButtonProps & { isTrying?: boolean | undefined }) => (
  <Button {...button} loading={isTrying}>
    Retry
  </Button>
);

interface Refusal extends Error {
  status: number;
  body: { faults?: Fault[] };
}

/** Only a refusal of the vendor services is worded for people; what else went wrong is worded for programmers. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === "VendorError";

/** What an error says for itself. */
export const problemWords = (error: unknown): string =>
  isRefusal(error) && error.message !== "" ? error.message : messages.generic;

const NONE: Fault[] = [];

/** What the services found wrong with single fields; the same array for the same refusal. */
export const refusedFaults = (error: unknown): Fault[] =>
  isRefusal(error) ? (error.body.faults ?? NONE) : NONE;

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
export function FailureNote({ title, error, kept = "", onRetry, isTrying }: FailureNoteProps) {
  const act = onRetry === "submit" ? ({ type: "submit" } as const) : { onClick: onRetry };
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={onRetry && mayHelp(error) && <Retry isTrying={isTrying} {...act} />}
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

interface FloatingNoteProps {
  children: ReactNode;
  /** What its button says and does. */
  action: string;
  onAction: () => void;
  isPending?: boolean;
}

/** A note at the window's lower edge, over what is shown, so that nothing moves when it comes or goes. */
export const FloatingNote = ({ children, action, onAction, isPending = false }: FloatingNoteProps) => (
  <Alert
    severity="warning"
    variant="outlined"
    sx={{ position: "sticky", bottom: 16, zIndex: 1, mt: 2, bgcolor: "background.paper" }}
    action={
      <Button onClick={onAction} loading={isPending}>
        {action}
      </Button>
    }
  >
    {children}
  </Alert>
);

interface StaleNoteProps {
  /** What is shown, as the words begin. */
  what: string;
  isTrying: boolean;
  onRetry: () => void;
}

/** What is shown could not be brought up to date. */
export const StaleNote = ({ what, isTrying, onRetry }: StaleNoteProps) => (
  <FloatingNote action="Retry" onAction={onRetry} isPending={isTrying}>
    {what} could not be brought up to date. Check your connection.
  </FloatingNote>
);

interface FailedCall {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** What went wrong first of all calls that failed, and another try of them, as the notes above offer it. */
export const retryAll = (failed: FailedCall[]) => ({
  error: failed[0]?.error,
  isTrying: failed.some(({ isFetching }) => isFetching),
  onRetry: () => failed.forEach(({ refetch }) => void refetch()),
});

/** There is no such record, or none of this user's: says so and leads Home. */
export function MissingRecord() {
  const notify = useNotify();
  useEffect(() => notify("This record could not be found.", { type: "warning" }), [notify]);
  return <Navigate to={routes.home} replace />;
}
