import type { MouseEventHandler } from "react";
import { faded } from "../theme.ts";

interface IconProps {
  path: string;
  onClick?: MouseEventHandler;
}

export const Icon = ({ path, onClick }: IconProps) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" onClick={onClick}>
    <path d={path} />
  </svg>
);

/** Material's icons, as they are drawn. */
export const ARROW = "M7 10l5 5 5-5z";
export const CALENDAR =
  "M20 3h-1V1h-2v2H7V1H5v2H4c-1.1 0-2 .9-2 2v16c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 18H4V10h16zm0-13H4V5h16z";
export const CLEAR =
  "M19 6.41L17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z";
export const REMOVE =
  "M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2zm5 13.59L15.59 17 12 13.41 8.41 17 7 15.59 10.59 12 7 8.41 8.41 7 12 10.59 15.59 7 17 8.41 13.41 12 17 15.59z";

const BUTTON = {
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

/**
 * How the parts of a form look that it has many of. They are plain elements, styled from the form around them: a styled
 * component each would make the largest record twice as slow to draw.
 */
export const FORM_LOOK = {
  // A count of what is chosen stands at the label, wherever in the field it is drawn.
  "& .field": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    minWidth: 0,
    outlineOffset: 8,
    "& > *": { gridColumn: "1 / -1" },
    "& > label": { gridColumn: 1 },
    "& > .count": { gridArea: "1 / 2" },
    "& :is(input, textarea, button)": { scrollMarginTop: 112 },
  },
  "& .label": { display: "block", mb: 0.5, fontWeight: 600 },
  "& .required": { ml: 0.5, color: "error.main" },
  "& .help": { typography: "body2", color: "text.secondary", m: 0, mb: 1 },
  "& .fields": {
    display: "grid",
    columnGap: 3,
    rowGap: 3,
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
  "& .contact": {
    "& > p": { m: 0, fontWeight: 600 },
    "& > dl": { display: "flex", flexWrap: "wrap", columnGap: 2, m: 0, mt: 0.5, typography: "body2" },
    "& dl > div": { display: "flex", gap: 0.75 },
    "& dt": { color: "text.secondary", whiteSpace: "nowrap" },
    "& dd": { m: 0, minWidth: 0 },
    "& > div": { display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 },
  },
  "& .icon": { width: "1em", height: "1em", flexShrink: 0, fontSize: 20, fill: "currentColor" },
  "& .icon-button": { ...BUTTON, ml: 1, mr: "-3px" },
  "& .day": {
    position: "relative",
    maxWidth: 240,
    // The browser's own calendar opens from it; the day is typed and shown beside it.
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
    borderColor: faded("common-onBackground", 0.23),
    borderRadius: "inherit",
    pointerEvents: "none",
  },
  "& .MuiAutocomplete-clearIndicator": { ...BUTTON, p: "4px", mr: "-2px", visibility: "hidden" },
  "& .MuiAutocomplete-popupIndicator": {
    ...BUTTON,
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
  "& .chip": {
    display: "inline-flex",
    alignItems: "center",
    height: 24,
    borderRadius: "12px",
    fontSize: "0.8125rem",
    lineHeight: 1.5,
    bgcolor: "action.selected",
    outline: 0,
    "& > span": { px: 1, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
    "& b": { mr: 0.5 },
    "& > svg": {
      fontSize: 16,
      ml: "-4px",
      mr: "4px",
      cursor: "pointer",
      color: faded("text-primary", 0.26),
      "&:hover": { color: faded("text-primary", 0.4) },
    },
    "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: "2px" },
    "&[aria-disabled]": { opacity: "var(--mui-palette-action-disabledOpacity)", pointerEvents: "none" },
    "&.kept, &.faulty": { bgcolor: "transparent", border: "1px solid", borderColor: "Chip.defaultBorder" },
    "&.faulty": {
      color: "error.main",
      borderColor: faded("error-main", 0.7),
      "& > svg": { color: faded("error-main", 0.7), "&:hover": { color: "error.main" } },
    },
  },
} as const;
