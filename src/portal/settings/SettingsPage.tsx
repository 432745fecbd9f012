import Stack from "@mui/material/Stack";
import { useCallback, useState } from "react";
import { routes } from "../routes.ts";
import { LeaveQuestion } from "../LeaveQuestion.tsx";
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
