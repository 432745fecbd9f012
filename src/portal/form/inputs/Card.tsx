import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";

interface CardProps {
  /** Names the card among its like, for example "Contact 2". */
  title: string;
  disabled?: boolean | undefined;
  /** Without it the card cannot be removed. */
  onRemove?: (() => void) | undefined;
  /** How the inputs share the width; evenly without it. */
  columns?: string;
  children: ReactNode;
}

const EVEN = "repeat(2, minmax(0, 1fr))";

/** One entry of a list of groups: its inputs side by side where there is room. */
export function Card({ title, disabled, onRemove, columns = EVEN, children }: CardProps) {
  const titleId = useId();
  return (
    <Paper variant="outlined" role="group" aria-labelledby={titleId} sx={{ p: 2.5, width: "100%" }}>
      <Box
        sx={{ display: "flex", justifyContent: "space-between", alignItems: "center", minHeight: 32, mb: 1 }}
      >
        <Typography id={titleId} variant="body2" color="textSecondary">
          {title}
        </Typography>
        {onRemove && (
          <Button
            size="small"
            color="inherit"
            disabled={disabled ?? false}
            onClick={onRemove}
            aria-label={`Remove ${title}`}
          >
            Remove
          </Button>
        )}
      </Box>
      <Box
        sx={{
          display: "grid",
          gap: 2.5,
          gridTemplateColumns: { xs: "1fr", sm: columns },
        }}
      >
        {children}
      </Box>
    </Paper>
  );
}
