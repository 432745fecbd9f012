import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { visuallyHidden } from "../../form/visuallyHidden.ts";

/** Something that was added or removed, told apart by a sign and in words, not by its colour alone. */
export function Change({ kind, children }: { kind: "added" | "removed"; children: ReactNode }) {
  return (
    <Box component={kind === "added" ? "ins" : "del"} sx={kind === "added" ? added : removed}>
      <span style={visuallyHidden}>{kind === "added" ? "Added: " : "Removed: "}</span>
      {children}
    </Box>
  );
}

const tint = (name: string) =>
  `color-mix(in srgb, var(--mui-palette-${name}-main) 14%, var(--mui-palette-background-paper))`;

const shape = { px: 0.25, borderRadius: 0.5, color: "text.primary", boxDecorationBreak: "clone" };
const added = { ...shape, bgcolor: tint("success"), textDecoration: "none" };
const removed = { ...shape, bgcolor: tint("error"), textDecorationThickness: "1px" };
