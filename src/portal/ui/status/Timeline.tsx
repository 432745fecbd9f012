import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import RadioChecked from "@mui/icons-material/RadioButtonChecked";
import RadioUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { PHONE } from "../../theme.ts";
import { formatStepTime } from "../format.ts";
import { Timestamp } from "../Timestamp.tsx";

export interface TimelineStep {
  label: string;
  /** "info" is for a general description, without progress. */
  state: "done" | "current" | "error" | "upcoming" | "info";
  Icon?: SvgIconComponent;
  time?: string | undefined;
  username?: string | undefined;
  note?: ReactNode;
}

const stateStyles = {
  done: { Icon: CheckCircle, color: "success.main", placeholder: "" },
  current: { Icon: RadioChecked, color: "primary.main", placeholder: "Next" },
  error: { Icon: ErrorIcon, color: "error.main", placeholder: "Failed" },
  upcoming: { Icon: RadioUnchecked, color: "text.secondary", placeholder: "Not yet" },
  info: { Icon: RadioUnchecked, color: "primary.main", placeholder: "" },
} as const;

export const Timeline = ({ label, steps }: { label: string; steps: TimelineStep[] }) => (
  <Box
    component="ol"
    aria-label={label}
    sx={timelineStyles}
    style={{ "--steps": steps.length } as React.CSSProperties}
  >
    {steps.map((step, index) => (
      <Step key={index} {...step} />
    ))}
  </Box>
);

function Step({ label, state, Icon = stateStyles[state].Icon, time, username, note }: TimelineStep) {
  return (
    <li data-state={state} aria-current={state === "current" ? "step" : undefined}>
      <Icon aria-hidden />
      <div>
        <p className="label">{label}</p>
        <p className="detail">
          {time === undefined ? (
            stateStyles[state].placeholder
          ) : (
            <Timestamp iso={time} formatTime={formatStepTime} />
          )}
          {username && (
            <>
              {" by "}
              <bdi>{showInvisibleCharacters(username)}</bdi>
            </>
          )}
        </p>
        {note && <div className="note">{note}</div>}
      </div>
    </li>
  );
}

const colorRules = Object.entries(stateStyles).map(([state, { color }]) => [
  `& [data-state=${state}] :is(svg, .label)`,
  { color },
]);

/** One style object for all steps: a styled element per part took three times as long to render. */
const timelineStyles = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gridTemplateColumns: "repeat(var(--steps), minmax(0, 1fr))",
  columnGap: 1.5,
  [PHONE]: { gridTemplateColumns: "1fr", rowGap: 1.5 },
  "& > li": {
    position: "relative",
    display: "grid",
    gap: 0.5,
    alignContent: "start",
    [PHONE]: { gridTemplateColumns: "auto 1fr", columnGap: 1.5 },
  },
  "& > li:not(:last-of-type)::after": {
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
  "& > li > div": { minWidth: 0 },
  "& > li > svg": { fontSize: 22 },
  "& p": { m: 0 },
  "& .label": { typography: "body2", fontWeight: 650 },
  "& [data-state=upcoming] .label": { fontWeight: 500 },
  "& .detail": { typography: "caption", color: "text.secondary" },
  "& .note": { typography: "caption" },
  ...Object.fromEntries(colorRules),
};
