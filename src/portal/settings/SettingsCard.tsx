import Box from "@mui/material/Box";
import { createContext, use, type MouseEvent, type ReactNode } from "react";
import { SectionCard } from "../ui/SectionCard.tsx";

export type SettingsGroup = "password" | "contact";

/** Told when a group of settings holds what is not saved, and when it no longer does. */
export const EditedContext = createContext<(group: SettingsGroup, isEdited: boolean) => void>(
  () => undefined,
);

interface SettingsCardProps {
  id: SettingsGroup;
  title: string;
  children: ReactNode;
}

/** One group of settings. Typing in it, or choosing from one of its lists, is an edit. */
export function SettingsCard({ id, title, children }: SettingsCardProps) {
  const setEdited = use(EditedContext);
  const onClick = ({ target }: MouseEvent) => {
    if ((target as Element).closest("[role=option]")) setEdited(id, true);
  };
  return (
    <SectionCard title={title}>
      <Box onInput={() => setEdited(id, true)} onClick={onClick}>
        {children}
      </Box>
    </SectionCard>
  );
}
