import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import { Mark } from "./StatusBadge.tsx";

interface ReasonTickProps {
  /** What is to change. */
  children: ReactNode;
  isAnswered: boolean;
  /** Ticks it off, or takes the tick away; undefined where it is only looked at. */
  onAnswer: ((isAnswered: boolean) => void) | undefined;
}

/** One thing that a rejection asked to be changed: ticked off by the vendor, looked at by anybody else. */
export function ReasonTick({ children, isAnswered, onAnswer }: ReasonTickProps) {
  if (!onAnswer)
    return (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "baseline", py: 0.5 }}>
        <Mark state={isAnswered ? "good" : undefined}>{isAnswered ? "answered" : "not answered"}</Mark>
        <Box component="span" sx={words}>
          {children}
        </Box>
      </Box>
    );
  return (
    <FormControlLabel
      sx={{ alignItems: "flex-start", mr: 0 }}
      control={
        <Checkbox size="small" checked={isAnswered} onChange={(event) => onAnswer(event.target.checked)} />
      }
      label={
        <Box component="span" sx={{ ...words, display: "block", pt: "7px" }}>
          {children}
        </Box>
      }
    />
  );
}

const words = { minWidth: 0, whiteSpace: "pre-line", unicodeBidi: "isolate" };
