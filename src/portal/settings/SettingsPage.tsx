import Stack from "@mui/material/Stack";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ContactCard } from "./ContactCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";

/** The user's own password and contact information. */
export function SettingsPage() {
  return (
    <PageFrame title="Settings" back={{ to: routes.home, label: "Back" }}>
      <Stack sx={{ gap: 3 }}>
        <PasswordCard />
        <ContactCard />
      </Stack>
    </PageFrame>
  );
}
