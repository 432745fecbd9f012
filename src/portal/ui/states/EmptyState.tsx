import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  /** What the user can do about it. */
  children?: ReactNode;
}

/** There is nothing here yet: says so, and what comes next. */
export function EmptyState({ title, icon, children }: EmptyStateProps) {
  return (
    <Paper
      variant="outlined"
      sx={{ p: { xs: 3, sm: 6 }, textAlign: "center", borderStyle: "dashed", bgcolor: "transparent" }}
    >
      {icon}
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
