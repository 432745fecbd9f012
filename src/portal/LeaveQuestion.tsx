import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { watchDraftsDue } from "./providers/drafts.ts";
import { Question } from "./ui/Question.tsx";

const TYPED = "What you have typed here is not saved, and would be lost.";

interface LeaveQuestionProps {
  isEdited: boolean;
  /** What would be lost. */
  words?: string;
  /** Where the question stays once that is over: what has become of it. */
  after?: string | undefined;
}

/**
 * Asks before a link of the portal or the browser's Back leads away from edits; the browser asks before the page itself
 * is left, and Logout before it ends the session. The router hears one blocker alone, the last: where a page may have
 * two, each stands only while something is typed.
 */
export function LeaveQuestion({ isEdited, words = TYPED, after }: LeaveQuestionProps) {
  const leaving = useBlocker(
    // To a place on the page, as from an error to its field, nothing is lost.
    ({ currentLocation, nextLocation }) => isEdited && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isEdited) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    const stopWaiting = watchDraftsDue(() => false);
    return () => {
      window.removeEventListener("beforeunload", ask);
      stopWaiting();
    };
  }, [isEdited]);
  // What was saved meanwhile holds nobody back.
  const isFree = leaving.state === "blocked" && !isEdited && after === undefined;
  useEffect(() => {
    if (isFree) leaving.proceed();
  }, [isFree, leaving]);
  if (leaving.state !== "blocked" || isFree) return null;
  return (
    <Question
      title="Leave without saving?"
      cancel="Leave"
      onCancel={leaving.proceed}
      confirm="Stay"
      onConfirm={leaving.reset}
      onClose={leaving.reset}
    >
      <Typography role="status">{isEdited ? words : after}</Typography>
    </Question>
  );
}
