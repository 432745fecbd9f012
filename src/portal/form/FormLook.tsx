import { styled, type Theme } from "@mui/material/styles";
import { entriesLook } from "./entriesLook.ts";

/**
 * Holds a form and dresses its parts, by their class names. One style sheet for hundreds of small parts: a styled
 * component for each of them would be the larger share of the time it takes to draw a form.
 */
export const FormLook = styled("div")(({ theme }) => ({
  ...fieldLook(theme),
  ...boxLook(theme),
  ...listLook(theme),
  ...cardLook(theme),
  ...entriesLook(theme),
}));

/** A field: its label above, its help under the label. */
function fieldLook(theme: Theme) {
  const colors = (theme.vars ?? theme).palette;
  return {
    "& .field": { outlineOffset: 8, minWidth: 0 },
    // A stacking context of its own is painted again only when it changes itself, and not at each key typed
    // elsewhere. Not while it holds the focus: its open list lies over other fields.
    "& :is(.field, section):not(:focus-within)": { isolation: "isolate" },
    "& .field :is(input, textarea, button)": { scrollMarginTop: theme.spacing(16) },
    "& .field-label": { ...theme.typography.body1, display: "block", marginBottom: 4, fontWeight: 600 },
    "& .required-mark": { marginLeft: 4, color: colors.error.main },
    "& .day": { position: "relative", width: "13rem", maxWidth: "100%" },
    // The browser's own calendar opens from it; the day is typed and shown beside it.
    "& .day > input[type=date]": {
      position: "absolute",
      right: 0,
      bottom: 0,
      width: 1,
      height: 1,
      padding: 0,
      border: 0,
      opacity: 0,
      pointerEvents: "none",
    },
    "& .field-help": { ...theme.typography.body2, margin: "0 0 8px", color: colors.text.secondary },
  };
}

/** The frame that text is typed in. */
function boxLook(theme: Theme) {
  const colors = (theme.vars ?? theme).palette;
  return {
    "& .box": {
      display: "flex",
      alignItems: "center",
      minHeight: 44,
      border: "1px solid color-mix(in srgb, currentColor 23%, transparent)",
      borderRadius: theme.shape.borderRadius,
      color: colors.text.primary,
      backgroundColor: colors.background.paper,
      "&:hover": { borderColor: colors.text.primary },
      "&.invalid": { borderColor: colors.error.main },
      "&:focus-within": {
        borderColor: colors.primary.main,
        boxShadow: `inset 0 0 0 1px ${colors.primary.main}`,
      },
      "&.invalid:focus-within": {
        borderColor: colors.error.main,
        boxShadow: `inset 0 0 0 1px ${colors.error.main}`,
      },
      "&.disabled": { color: colors.text.disabled, borderColor: colors.action.disabled },
    },
    "& .box.of-entries": { flexWrap: "wrap", gap: 6, padding: "6px 40px 6px 8px" },
    "& .box-text": {
      flex: 1,
      minWidth: 0,
      margin: 0,
      border: 0,
      outline: "none",
      padding: "8.5px 14px",
      font: "inherit",
      lineHeight: 1.4375,
      letterSpacing: "inherit",
      color: "inherit",
      background: "none",
      "&::placeholder": { color: colors.text.secondary, opacity: 1 },
      "&:disabled": { WebkitTextFillColor: colors.text.disabled },
    },
    "& textarea.box-text": { display: "block", resize: "none", overflowY: "auto" },
    "& textarea.box-text.grows": { fieldSizing: "content" },
    "& .of-entries .box-text": { minWidth: 80, padding: "2.5px 6px" },
    "& .box-button": {
      display: "inline-flex",
      flexShrink: 0,
      padding: 5,
      marginInlineEnd: 8,
      border: 0,
      borderRadius: "50%",
      color: colors.action.active,
      background: "none",
      cursor: "pointer",
      "&:hover": { backgroundColor: colors.action.hover },
      "&:focus-visible": { outline: `2px solid ${colors.primary.main}` },
      "&:disabled": { color: colors.action.disabled, cursor: "default" },
      "& svg": { width: 20, height: 20, fill: "currentColor", display: "block" },
    },
  };
}

/** One of several groups of inputs, side by side where there is room. */
function cardLook(theme: Theme) {
  const colors = (theme.vars ?? theme).palette;
  return {
    "& .card": {
      width: "100%",
      padding: 20,
      border: `1px solid ${colors.divider}`,
      borderRadius: theme.shape.borderRadius,
      backgroundColor: colors.background.paper,
    },
    "& .card-head": {
      ...theme.typography.body2,
      display: "flex",
      justifyContent: "space-between",
      alignItems: "center",
      minHeight: 32,
      marginBottom: 8,
      color: colors.text.secondary,
    },
    "& .card-inputs": {
      display: "grid",
      gap: 20,
      gridTemplateColumns: "1fr",
      [theme.breakpoints.up("sm")]: { gridTemplateColumns: "var(--columns)" },
    },
  };
}

/** A choice and its open list, which stands apart from the page by a hairline. */
function listLook(theme: Theme) {
  const colors = (theme.vars ?? theme).palette;
  return {
    "& .choice": { position: "relative" },
    "& .choice-buttons": {
      position: "absolute",
      insetInlineEnd: 1,
      top: 0,
      height: 44,
      display: "flex",
      alignItems: "center",
      "& .box-button": { marginInlineEnd: 2 },
      "& .empties": { visibility: "hidden" },
    },
    "& .choice:is(:hover, :focus-within) .empties": { visibility: "visible" },
    "& .choice > .box:not(.of-entries)": { paddingInlineEnd: 64 },
    "& .choice-list": {
      position: "absolute",
      insetInline: 0,
      top: "100%",
      zIndex: theme.zIndex.modal,
      marginBlock: 4,
      contain: "layout paint style",
      border: `1px solid ${colors.divider}`,
      borderRadius: theme.shape.borderRadius,
      color: colors.text.primary,
      backgroundColor: colors.background.paper,
      "&.above": { top: "auto", bottom: "100%" },
      "& p": { margin: 0, padding: "14px 16px", color: colors.text.secondary },
      "& ul": {
        margin: 0,
        padding: "8px 0",
        maxHeight: "40vh",
        overflow: "auto",
        listStyle: "none",
        position: "relative",
      },
    },
    "& .option": {
      display: "flex",
      alignItems: "center",
      minHeight: 36,
      padding: "6px 16px",
      cursor: "pointer",
      contentVisibility: "auto",
      containIntrinsicBlockSize: "auto 36px",
      "&.Mui-focused": { backgroundColor: colors.action.hover },
      "&[aria-selected=true]": { backgroundColor: colors.action.selected },
      "&.Mui-focusVisible, &[aria-selected=true].Mui-focused": { backgroundColor: colors.action.focus },
      "&[aria-disabled=true]": { opacity: 0.8, cursor: "default" },
      "& > span": { flexGrow: 1 },
      "& small": { display: "block", ...theme.typography.body2, color: colors.text.secondary },
      "&[aria-selected=true]::after": { content: '"✓" / ""', color: colors.primary.main, fontWeight: 700 },
      [theme.breakpoints.down("sm")]: { minHeight: 48 },
    },
  };
}
