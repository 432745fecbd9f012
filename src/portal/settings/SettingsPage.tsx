import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useCallback, useEffect, useState } from "react";
import { useHref, useNavigate } from "react-router";
import { routes } from "../routes.ts";
import { Modal } from "../ui/Modal.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ContactCard } from "./ContactCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { EditedContext, type SettingsGroup } from "./SettingsCard.tsx";

const NOTHING: ReadonlySet<SettingsGroup> = new Set();

/** The user's own password and contact information. What is edited and not saved is asked about before it is dropped. */
export function SettingsPage() {
  const [edited, setEdited] = useState(NOTHING);
  const mark = useCallback(
    (group: SettingsGroup, isEdited: boolean) =>
      setEdited((before) => {
        if (before.has(group) === isEdited) return before;
        const others = [...before].filter((other) => other !== group);
        return new Set(isEdited ? [...others, group] : others);
      }),
    [],
  );
  return (
    <PageFrame title="Settings" back={{ to: routes.home, label: "Back" }}>
      <EditedContext value={mark}>
        <Stack sx={{ gap: 3 }}>
          <PasswordCard />
          <ContactCard />
        </Stack>
      </EditedContext>
      <LeaveQuestion isEdited={edited.size > 0} />
    </PageFrame>
  );
}

/** Asks before a link of the portal leads away from edits; the browser asks before the page itself is left. */
function LeaveQuestion({ isEdited }: { isEdited: boolean }) {
  const navigate = useNavigate();
  const base = useHref("/");
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (!isEdited) return undefined;
    const hold = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const isInside = link && link.target !== "_blank" && link.origin === location.origin;
      if (!isInside || !link.pathname.startsWith(base) || event.ctrlKey || event.metaKey) return;
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
      <Typography>What you have typed here is not saved, and would be lost.</Typography>
    </Modal>
  );
}
