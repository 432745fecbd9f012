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
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import { useHomePath } from "./page/useHomePath.ts";

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
  children?: ReactNode;
}

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

interface NoMatchingRecordsProps {
  term: string | undefined;
  searchHint?: string;
  onShowAll: () => void;
  /** Searches without the other filters. Only if there are any. */
  onSearchAll?: (() => void) | undefined;
}

export function NoMatchingRecords({
  term = "",
  searchHint = "Check the spelling, or search for part of the name or ID.",
  onShowAll,
  onSearchAll,
}: NoMatchingRecordsProps) {
  // A hand-written URL may contain a number.
  const searched = String(term).trim();
  if (searched && onSearchAll)
    return (
      <EmptyState title="No records match the search and the filters">
        <Button variant="outlined" onClick={onSearchAll} sx={{ mt: 1.5 }}>
          Search all records
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState title={messages.noRecords}>
      <Stack sx={{ alignItems: "center", gap: 1.5, mt: 1 }}>
        <Typography color="textSecondary">
          {searched ? `Nothing matches “${searched}”. ${searchHint}` : "No records match the filters."}
        </Typography>
        <Button variant="outlined" onClick={onShowAll}>
          Show all records
        </Button>
      </Stack>
    </EmptyState>
  );
}

interface ErrorStateProps {
  title: string;
  /** Its message is shown only if it is an ApiError. */
  error?: unknown;
  isRetrying?: boolean;
  onRetry: () => void;
  /** Another action, below the message. */
  children?: ReactNode;
}

export const ErrorState = ({ title, error, isRetrying, onRetry, children }: ErrorStateProps) => (
  <Alert severity="error" action={<RetryButton isRetrying={isRetrying} onClick={onRetry} />}>
    <AlertTitle>{title}</AlertTitle>
    {getUserMessage(error)}
    <RequestId error={error} />
    {children}
  </Alert>
);

/** The server's log finds an internal error by this id. */
function RequestId({ error }: { error: unknown }) {
  const id = isApiError(error) ? error.body.request_id : undefined;
  return id === undefined ? null : (
    <Typography variant="caption" component="p" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
      If you contact support, include the id of this request: {id}
    </Typography>
  );
}

const RetryButton = ({
  isRetrying = false,
  ...button
}: ButtonProps & { isRetrying?: boolean | undefined }) => (
  <Button {...button} loading={isRetrying}>
    Retry
  </Button>
);

interface ApiErrorLike extends Error {
  status: number;
  body: { faults?: FieldError[]; request_id?: string };
}

/** Only messages of API errors are written for users. Checks the name, because `ui` does not import `providers`. */
export const isApiError = (error: unknown): error is ApiErrorLike =>
  error instanceof Error && error.name === "ApiError";

export const getUserMessage = (error: unknown): string =>
  isApiError(error) && error.message !== "" ? error.message : messages.generic;

/** For a text that stays in its input, for example "Failed to add note. Your text is not lost; try again." */
export function formatSendFailure(title: string, subject: string, error: unknown): string {
  const reason = getUserMessage(error);
  return reason === messages.generic
    ? `${title} ${subject} is not lost; try again.`
    : `${title} ${reason} ${subject} is not lost.`;
}

/** No response of the server arrived: a lost connection, an unreadable response, or a proxy that gave up. */
const LOST_RESPONSE_STATUSES = [0, 502, 504];

export const isResponseLost = (error: unknown): boolean =>
  isApiError(error) && LOST_RESPONSE_STATUSES.includes(error.status);

/** For example "The record was not saved."; if the response was lost, it may have been saved. */
export const formatSaveFailure = (subject: string, error: unknown): string =>
  isResponseLost(error) ? `${subject} may not have been saved.` : `${subject} was not saved.`;

const NO_ERRORS: FieldError[] = [];

/** Returns the same array for the same error. */
export const getFieldErrors = (error: unknown): FieldError[] =>
  isApiError(error) ? (error.body.faults ?? NO_ERRORS) : NO_ERRORS;

interface ErrorAlertProps {
  title: string;
  /** Its message is added only if it is an ApiError. */
  error: unknown;
  /** Says what was not lost. */
  reassurance?: string;
  /** Shown only for errors that a retry may fix. "submit" submits the surrounding form with its current values. */
  onRetry?: (() => void) | "submit" | undefined;
  isRetrying?: boolean;
}

/** Stays in the page, because a toast disappears too soon. */
export function ErrorAlert({ title, error, reassurance = "", onRetry, isRetrying }: ErrorAlertProps) {
  const retryProps = onRetry === "submit" ? ({ type: "submit" } as const) : { onClick: onRetry };
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={onRetry && isRetryable(error) && <RetryButton isRetrying={isRetrying} {...retryProps} />}
    >
      {combineMessages(title, getUserMessage(error))}
      {reassurance && <p style={{ margin: "4px 0 0" }}>{reassurance}</p>}
      <RequestId error={error} />
    </Alert>
  );
}

/** Joins both texts, unless one adds nothing. */
function combineMessages(title: string, text: string): string {
  if (text === messages.generic || text === title) return title;
  return title === messages.generic ? text : `${title} ${text}`;
}

/** A rejected change is rejected again; a network or server error may pass. */
export const isRetryable = (error: unknown): boolean =>
  !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500;

interface StickyAlertProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
  isPending?: boolean;
}

/** Sticky, so that the page does not move when it appears. */
export const StickyAlert = ({ children, action, onAction, isPending = false }: StickyAlertProps) => (
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

interface StaleDataAlertProps {
  subject: string;
  isRetrying: boolean;
  onRetry: () => void;
}

export const StaleDataAlert = ({ subject, isRetrying, onRetry }: StaleDataAlertProps) => (
  <StickyAlert action="Retry" onAction={onRetry} isPending={isRetrying}>
    {subject} could not be refreshed. Check your connection.
  </StickyAlert>
);

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** The first error, and a retry of all failed queries, as props for the alerts above. */
export const buildRetryProps = (failedQueries: FailedQuery[]) => ({
  error: failedQueries[0]?.error,
  isRetrying: failedQueries.some(({ isFetching }) => isFetching),
  onRetry: () => failedQueries.forEach(({ refetch }) => void refetch()),
});

export function RecordNotFoundRedirect() {
  const notify = useNotify();
  useEffect(() => notify("This record could not be found.", { type: "warning" }), [notify]);
  return <Navigate to={useHomePath()} replace />;
}
