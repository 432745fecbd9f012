import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** One numbered step of the instructions; the list it stands in counts. */
export function Step({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <Box component="li" sx={step}>
      <Typography variant="h3" sx={{ minHeight: 32, display: "flex", alignItems: "center" }}>
        <span>{title}</span>
      </Typography>
      {children && <Box sx={{ mt: 1, display: "grid", gap: 1.5, justifyItems: "start" }}>{children}</Box>}
    </Box>
  );
}

const step = {
  position: "relative",
  pl: 6,
  pb: 4,
  counterIncrement: "step",
  "&::before": {
    content: "counter(step)",
    position: "absolute",
    left: 0,
    top: 0,
    width: 32,
    height: 32,
    borderRadius: "50%",
    display: "grid",
    placeItems: "center",
    border: 1,
    borderColor: "primary.main",
    color: "primary.main",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
  },
  "&:not(:last-of-type)::after": {
    content: '""',
    position: "absolute",
    left: 15.5,
    top: 40,
    bottom: 8,
    width: "1px",
    bgcolor: "divider",
  },
};
