import { withAlpha } from "../theme.ts";

const iconButtonStyles = {
  display: "inline-flex",
  verticalAlign: "middle",
  p: "5px",
  border: 0,
  borderRadius: "50%",
  color: "action.active",
  bgcolor: "transparent",
  cursor: "pointer",
  "&:hover": { bgcolor: "action.hover" },
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main" },
  "&:disabled": { color: "action.disabled", cursor: "default" },
};

/** One line of text below an input: its error or note, or empty. */
const MESSAGE_HEIGHT = "22px";

const SHOWN_NOTE = ".note:not(:empty, :has(> [role=status]:only-child:empty))";

/** One sx for the whole form: a styled component per element would make the largest record twice as slow to render. */
export const formStyles = {
  // Places the count beside the label, wherever it is in the DOM.
  "& .field": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    minWidth: 0,
    outlineOffset: 8,
    "& > *": { gridColumn: "1 / -1" },
    "& > label": { gridColumn: 1 },
    "& > .count": { gridArea: "1 / 2" },
    // Room for the label and the help above the input.
    "& :is(input, textarea, button)": { scrollMarginTop: 64 },
  },
  "& .label": { display: "block", mb: 0.5, fontWeight: 600 },
  "& .required": { ml: 0.5, color: "error.main" },
  "& .help": { typography: "body2", color: "text.secondary", m: 0, mb: 1 },
  "& .errors": { minHeight: MESSAGE_HEIGHT, mt: 0.5 },
  [`& ${SHOWN_NOTE}`]: { mt: 0.5 },
  // The note takes the place of the empty line. What remains separates it from the next field.
  [`& ${SHOWN_NOTE} ~ .errors:empty`]: { minHeight: 12 },
  // A message that appears while the pointer is pressed grows on release: the pressed element must not move away.
  "@keyframes grow-on-release": { from: { maxHeight: MESSAGE_HEIGHT, overflow: "clip" } },
  "& .error, & .note": { animation: "grow-on-release 1ms" },
  // By class only: with a universal selector, each press would restyle the whole page.
  "html:active & .error, html:active & .note": { animationPlayState: "paused" },
  "& .fields": {
    display: "grid",
    columnGap: 3,
    rowGap: 0.5,
    gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
    "& > .wide": { gridColumn: "1 / -1" },
  },
  "& .card": {
    width: "100%",
    p: { xs: 2, sm: 2.5 },
    bgcolor: "background.paper",
    border: 1,
    borderColor: "divider",
    borderRadius: "10px",
  },
  "& .card-title": {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    minHeight: 32,
    mb: 1,
    "& > span": { typography: "body2", color: "text.secondary" },
  },
  "& .icon": { width: "1em", height: "1em", flexShrink: 0, fontSize: 20, fill: "currentColor" },
  "& .icon-button": { ...iconButtonStyles, ml: 1, mr: "-3px" },
  "& .day": {
    position: "relative",
    maxWidth: 240,
    // Only anchors the browser's calendar: the user types the date in the text input.
    "& > input": {
      position: "absolute",
      right: 0,
      bottom: 0,
      width: "1px",
      height: "1px",
      p: 0,
      border: 0,
      opacity: 0,
      pointerEvents: "none",
    },
  },
  "& .MuiInputBase-root": { display: "flex" },
  "& span.MuiOutlinedInput-notchedOutline": {
    position: "absolute",
    inset: 0,
    border: 1,
    borderColor: withAlpha("common-onBackground", 0.23),
    borderRadius: "inherit",
    pointerEvents: "none",
  },
  "& .MuiAutocomplete-clearIndicator": { ...iconButtonStyles, p: "4px", mr: "-2px", visibility: "hidden" },
  "& .MuiAutocomplete-popupIndicator": {
    ...iconButtonStyles,
    p: "2px",
    mr: "-2px",
    "& .icon": { fontSize: 24 },
  },
  "& .MuiAutocomplete-popupIndicatorOpen": { transform: "rotate(180deg)" },
  "& .count": {
    display: "flex",
    alignItems: "baseline",
    gap: 1,
    "& > span": { typography: "body2", color: "text.secondary" },
    "& > button": { minHeight: 24, py: 0 },
  },
} as const;
