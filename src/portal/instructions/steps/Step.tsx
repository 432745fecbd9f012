import Box from "@mui/material/Box";
import MuiStep, { type StepProps as MuiStepProps } from "@mui/material/Step";
import StepContent from "@mui/material/StepContent";
import StepLabel from "@mui/material/StepLabel";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState, type ReactNode } from "react";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";

interface StepProps extends StepPosition {
  title: ReactNode;
  isDone?: boolean;
  children?: ReactNode;
}

/** Props that MUI's Stepper injects into its direct children, which must pass them on to Step. */
export type StepPosition = Pick<MuiStepProps, "index" | "last">;

export const Step = ({ title, isDone = false, children, ...position }: StepProps) => (
  <MuiStep {...position} active completed={isDone}>
    <StepLabel>
      <Typography variant="h3">
        {title}
        {isDone && <span style={visuallyHidden}> (done)</span>}
      </Typography>
    </StepLabel>
    <StepContent sx={{ pb: 2 }}>
      <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>{children}</Box>
    </StepContent>
  </MuiStep>
);

/** A text in sessionStorage; if the browser blocks storage, it lasts until the page is reloaded. */
export function useSessionText(name: string): [text: string, setText: (text: string) => void] {
  const key = `flood-model-portal.${name}`;
  const [texts, setTexts] = useState<Record<string, string>>({});
  const setText = (text: string) => {
    setTexts((before) => ({ ...before, [key]: text }));
    tryOrUndefined(() => sessionStorage.setItem(key, text));
  };
  return [texts[key] ?? tryOrUndefined(() => sessionStorage.getItem(key)) ?? "", setText];
}
