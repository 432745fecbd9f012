import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import { Pill } from "./StatusBadge.tsx";

interface ReasonCheckboxProps {
  children: ReactNode;
  isAnswered: boolean;
  /** Undefined makes it read-only. */
  onAnswer: ((isAnswered: boolean) => void) | undefined;
}

export function ReasonCheckbox({ children, isAnswered, onAnswer }: ReasonCheckboxProps) {
  if (!onAnswer)
    return (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "baseline", py: 0.5 }}>
        <Pill state={isAnswered ? "good" : undefined}>{isAnswered ? "answered" : "not answered"}</Pill>
        <Box component="span" sx={textStyles}>
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
        <Box component="span" sx={{ ...textStyles, display: "block", pt: "7px" }}>
          {children}
        </Box>
      }
    />
  );
}

const textStyles = { minWidth: 0, whiteSpace: "pre-line", unicodeBidi: "isolate" };
