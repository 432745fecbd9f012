import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";

interface SectionCardProps {
  title: string;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  /** It is what its page is for. */
  isMain?: boolean;
  children: ReactNode;
}

/** One part of a page, under its own name. */
export function SectionCard({ title, aside, isMain = false, children }: SectionCardProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, ...(isMain && { borderColor: "primary.main", borderTopWidth: 3 }) }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 2 }}>
        <Typography id={titleId} variant="h2" sx={{ mr: "auto" }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}
