import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useHref, useNavigate } from "react-router";
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
  const base = useHref("/");
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => {
    if (!isEdited) return undefined;
    const hold = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const isInside = link && link.target !== "_blank" && link.origin === location.origin;
      if (!isInside || !link.pathname.startsWith(base) || event.ctrlKey || event.metaKey) return;
      // To a place on the page, as from an error to its field.
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      const wanted = link.pathname.slice(base.length - 1);
      setLeave(() => () => void navigate(wanted));
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", hold, { capture: true });
    window.addEventListener("beforeunload", ask);
    const stopHolding = holdBack((go) => setLeave(() => go));
    const stopWaiting = watchDraftsDue(() => false);
    return () => {
      document.removeEventListener("click", hold, { capture: true });
      window.removeEventListener("beforeunload", ask);
      stopHolding();
      stopWaiting();
    };
  }, [isEdited, base, navigate]);
  if (!leave) return null;
  const stay = () => setLeave(undefined);
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

/** Where in its history the browser is, as the router counts. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * Undoes the browser's Back and Forward before the router hears of them, which cannot be asked to wait.
 *
 * @param onHeld takes what goes there all the same
 */
function holdBack(onHeld: (go: () => void) => void): () => void {
  const path = location.pathname;
  let here = place();
  let isUndoing = false;
  const hear = (event: PopStateEvent) => {
    const steps = place() - here;
    // A place on the page; or of no router's, which nobody can count back from.
    const isFree = location.pathname === path || steps === 0;
    if (isFree && !isUndoing) {
      here = place();
      return;
    }
    event.stopImmediatePropagation();
    isUndoing = !isUndoing;
    if (!isUndoing) return;
    history.go(-steps);
    onHeld(() => {
      release();
      history.go(steps);
    });
  };
  const release = () => window.removeEventListener("popstate", hear, { capture: true });
  window.addEventListener("popstate", hear, { capture: true });
  return release;
}
