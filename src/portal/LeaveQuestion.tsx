import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useBlocker, useHref, useNavigate } from "react-router";
import { watchDraftsDue } from "./providers/drafts.ts";
import { Modal } from "./ui/Modal.tsx";

const TYPED = "What you have typed here is not saved, and would be lost.";

interface LeaveQuestionProps {
  isEdited: boolean;
  /** What would be lost. */
  words?: string;
}

/**
 * Asks before a link of the portal or the browser's Back leads away from edits; the browser asks before the page itself
 * is left, and Logout before it ends the session.
 */
export function LeaveQuestion({ isEdited, words = TYPED }: LeaveQuestionProps) {
  const navigate = useNavigate();
  // "/" at the root of a server, and without a slash at its end elsewhere.
  const base = useHref("/").replace(/\/$/, "");
  const [wanted, setWanted] = useState<string>();
  const back = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      isEdited && historyAction === "POP" && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isEdited) return undefined;
    const hold = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const isInside = link && link.target !== "_blank" && link.origin === location.origin;
      // To another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!isInside || !link.pathname.startsWith(`${base}/`)) return;
      // To a place on the page, as from an error to its field.
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      setWanted(link.pathname.slice(base.length) + link.search + link.hash);
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", hold, { capture: true });
    window.addEventListener("beforeunload", ask);
    const stopWaiting = watchDraftsDue(() => false);
    return () => {
      document.removeEventListener("click", hold, { capture: true });
      window.removeEventListener("beforeunload", ask);
      stopWaiting();
    };
  }, [isEdited, base]);
  if (wanted === undefined && back.state !== "blocked") return null;
  const stay = () => {
    setWanted(undefined);
    back.reset?.();
  };
  const leave = () => (wanted === undefined ? back.proceed?.() : void navigate(wanted));
  return (
    <Modal
      open
      title="Leave without saving?"
      width="xs"
      onClose={stay}
      actions={
        <>
          <Button onClick={leave}>Leave</Button>
          <Button variant="contained" onClick={stay}>
            Stay
          </Button>
        </>
      }
    >
      <Typography>{words}</Typography>
    </Modal>
  );
}
