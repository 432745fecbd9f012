import Box from "@mui/material/Box";
import type { ReactNode } from "react";

export type MarkColor = "info" | "warning" | "success" | "error" | "text.secondary";

/** A word about something, set apart by its colour too. */
export const Mark = ({ color, children }: { color: MarkColor; children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      color: color === "text.secondary" ? color : `${color}.main`,
      border: "1px solid",
      borderColor: "divider",
      borderRadius: 99,
      px: 1,
      fontSize: "0.8125rem",
      fontWeight: 600,
      whiteSpace: "nowrap",
    }}
  >
    {children}
  </Box>
);
