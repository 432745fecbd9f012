import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import RadioChecked from "@mui/icons-material/RadioButtonChecked";
import RadioUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
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
export const Timeline = ({ label, steps }: { label: string; steps: TimelineStep[] }) => (
  <Box component="ol" aria-label={label} sx={way} style={{ "--steps": steps.length } as React.CSSProperties}>
    {steps.map((step, index) => (
      <Step key={index} {...step} />
    ))}
  </Box>
);

function Step({ label, state, Icon = looks[state].Icon, time, person, note }: TimelineStep) {
  const { color, words } = looks[state];
  return (
    <Box component="li" aria-current={state === "current" ? "step" : undefined} sx={stepLook}>
      <Icon aria-hidden sx={{ fontSize: 22, color }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            fontWeight: state === "ahead" ? 500 : 650,
            color: state === "ahead" ? "text.secondary" : color,
          }}
        >
          {label}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {time === undefined ? words : <Moment iso={time} />}
          {person && (
            <>
              {" by "}
              <bdi>{visibleText(person)}</bdi>
            </>
          )}
        </Typography>
        {note && (
          <Typography variant="caption" component="div">
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const way = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gridTemplateColumns: "repeat(var(--steps), minmax(0, 1fr))",
  columnGap: 1.5,
  [PHONE]: { gridTemplateColumns: "1fr", rowGap: 1.5 },
};

const stepLook = {
  position: "relative",
  display: "grid",
  gap: 0.5,
  alignContent: "start",
  "&:not(:last-of-type)::after": {
    content: '""',
    position: "absolute",
    top: 10,
    left: 28,
    right: -6,
    borderTop: "2px solid",
    borderColor: "divider",
    [PHONE]: {
      top: 28,
      bottom: -8,
      left: 10,
      right: "auto",
      borderTop: 0,
      borderLeft: "2px solid",
      borderColor: "divider",
    },
  },
  [PHONE]: { gridTemplateColumns: "auto 1fr", columnGap: 1.5 },
};
