import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import RadioChecked from "@mui/icons-material/RadioButtonChecked";
import RadioUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import type { SvgIconComponent } from "@mui/icons-material";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import { PHONE } from "../../theme.ts";
import { visibleText } from "../format.ts";
import { Moment } from "../Moment.tsx";

export interface TimelineStep {
  label: string;
  /** "told" is of the way in general, not of one that was gone. */
  state: "done" | "current" | "fault" | "ahead" | "told";
  /** Its sign, where that is not its state's. */
  Icon?: SvgIconComponent;
  /** When it happened (ISO). */
  time?: string | undefined;
  /** Who did it. */
  person?: string | undefined;
  note?: ReactNode;
}

const looks = {
  done: { Icon: CheckCircle, color: "success.main", words: "" },
  current: { Icon: RadioChecked, color: "primary.main", words: "Next" },
  fault: { Icon: ErrorIcon, color: "error.main", words: "Went wrong" },
  ahead: { Icon: RadioUnchecked, color: "text.secondary", words: "Not yet" },
  told: { Icon: RadioUnchecked, color: "primary.main", words: "" },
} as const;

/** The way of something, step by step: side by side where there is room, one below the other on a phone. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  const isNarrow = useMediaQuery(PHONE);
  return (
    <Stepper
      {...(isNarrow ? { orientation: "vertical" } : { alternativeLabel: true })}
      nonLinear
      activeStep={-1}
      aria-label={label}
      sx={{ "& .MuiStepLabel-vertical": { py: 0 }, "& .MuiStepConnector-line": { minHeight: 12 } }}
    >
      {steps.map(({ label, state, Icon = looks[state].Icon, ...told }) => (
        <Step key={label} aria-current={state === "current" ? "step" : undefined}>
          <StepLabel
            icon={<Icon aria-hidden sx={{ fontSize: 22, color: looks[state].color }} />}
            slotProps={{ label: { sx: { "&&": { mt: 0.5 } } } }}
            optional={<WhatIsTold words={looks[state].words} {...told} />}
          >
            <Typography component="span" variant="body2" sx={{ fontWeight: 650, color: looks[state].color }}>
              {label}
            </Typography>
          </StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}

const WhatIsTold = ({ words, time, person, note }: { words: string } & Partial<TimelineStep>) => (
  <Typography variant="caption" component="div">
    {time === undefined ? words : <Moment iso={time} />}
    {person && (
      <>
        {" by "}
        <bdi>{visibleText(person)}</bdi>
      </>
    )}
    {note && <div>{note}</div>}
  </Typography>
);
