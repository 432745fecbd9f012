import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode, type Ref } from "react";

interface SectionCardProps {
  title: string;
  /** For a heading that can take the focus. */
  titleRef?: Ref<HTMLElement>;
  titleAside?: ReactNode;
  isHighlighted?: boolean;
  children: ReactNode;
}

export function SectionCard({
  title,
  titleRef,
  titleAside,
  isHighlighted = false,
  children,
}: SectionCardProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, ...(isHighlighted && { borderColor: "primary.main", borderTopWidth: 3 }) }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 2 }}>
        <Typography
          id={titleId}
          variant="h2"
          sx={{ mr: "auto" }}
          {...(titleRef && { ref: titleRef, tabIndex: -1 })}
        >
          {title}
        </Typography>
        {titleAside}
      </Box>
      {children}
    </Paper>
  );
}
