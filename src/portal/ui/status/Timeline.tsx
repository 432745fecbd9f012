import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import RadioChecked from "@mui/icons-material/RadioButtonChecked";
import RadioUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
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
  return (
    <li data-state={state} aria-current={state === "current" ? "step" : undefined}>
      <Icon aria-hidden />
      <div>
        <p className="label">{label}</p>
        <p className="told">
          {time === undefined ? looks[state].words : <Moment iso={time} />}
          {person && (
            <>
              {" by "}
              <bdi>{visibleText(person)}</bdi>
            </>
          )}
        </p>
        {note && <div className="note">{note}</div>}
      </div>
    </li>
  );
}

const colors = Object.entries(looks).map(([state, { color }]) => [
  `& [data-state=${state}] :is(svg, .label)`,
  { color },
]);

/** Said once for all steps: a styled element for each of their parts took three times as long to draw. */
const way = {
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
  "& [data-state=ahead] .label": { fontWeight: 500 },
  "& .told": { typography: "caption", color: "text.secondary" },
  "& .note": { typography: "caption" },
  ...Object.fromEntries(colors),
};
