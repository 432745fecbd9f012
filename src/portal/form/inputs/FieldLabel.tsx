import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { RequiredMark } from "./RequiredMark.tsx";

interface FieldLabelProps {
  /** Id of the input or group it names. */
  id: string;
  isGroup: boolean;
  required: boolean;
  children: ReactNode;
}

/** The name of a field, above it: a label for one input, plain text for a group. */
export function FieldLabel({ id, isGroup, required, children }: FieldLabelProps) {
  return (
    <Typography
      id={`${id}-label`}
      variant="body1"
      component={isGroup ? "div" : "label"}
      {...(!isGroup && { htmlFor: id })}
      sx={{ display: "block", mb: 0.5, fontWeight: 600 }}
    >
      {children}
      {required && <RequiredMark />}
    </Typography>
  );
}
