import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useHref, useNavigate } from "react-router";
import { Modal } from "./Modal.tsx";

const TYPED = "What you have typed here is not saved, and would be lost.";

interface LeaveQuestionProps {
  isEdited: boolean;
  /** What would be lost. */
  words?: string;
}

/** Asks before a link of the portal leads away from edits; the browser asks before the page itself is left. */
export function LeaveQuestion({ isEdited, words = TYPED }: LeaveQuestionProps) {
  const navigate = useNavigate();
  const base = useHref("/");
  const [wanted, setWanted] = useState<string>();
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
      setWanted(link.pathname.slice(base.length - 1));
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", hold, { capture: true });
    window.addEventListener("beforeunload", ask);
    return () => {
      document.removeEventListener("click", hold, { capture: true });
      window.removeEventListener("beforeunload", ask);
    };
  }, [isEdited, base]);
  if (wanted === undefined) return null;
  return (
    <Modal
      open
      title="Leave without saving?"
      width="xs"
      onClose={() => setWanted(undefined)}
      actions={
        <>
          <Button onClick={() => void navigate(wanted)}>Leave</Button>
          <Button variant="contained" onClick={() => setWanted(undefined)}>
            Stay
          </Button>
        </>
      }
    >
      <Typography>{words}</Typography>
    </Modal>
  );
}
