import type { Theme } from "@mui/material/styles";

/** The entries of a list inside its input, and what became of pasted ones. */
export function entriesLook(theme: Theme) {
  const colors = (theme.vars ?? theme).palette;
  return {
    "& .entry": {
      display: "inline-flex",
      alignItems: "center",
      gap: 4,
      maxWidth: "100%",
      minHeight: 24,
      padding: "0 4px 0 8px",
      border: "1px solid transparent",
      borderRadius: 16,
      fontSize: "0.8125rem",
      textAlign: "start",
      backgroundColor: colors.action.selected,
      cursor: "default",
      "&:focus": { outline: `2px solid ${colors.primary.main}` },
      "&.kept": { backgroundColor: "transparent", borderColor: colors.text.secondary },
      "&.faulty": { backgroundColor: "transparent", borderColor: "currentColor", color: colors.error.main },
      "&[aria-disabled=true]": { opacity: 0.5, pointerEvents: "none" },
    },
    "& .entry-remove": {
      width: 16,
      height: 16,
      flexShrink: 0,
      fill: "currentColor",
      opacity: 0.6,
      cursor: "pointer",
      "&:hover": { opacity: 1 },
    },
    "& .pasted-entries": {
      display: "block",
      boxSizing: "border-box",
      width: "100%",
      marginTop: 8,
      padding: 8,
      border: `1px solid ${colors.divider}`,
      borderRadius: theme.shape.borderRadius,
      fontSize: "0.875rem",
      color: colors.text.primary,
      backgroundColor: colors.background.paper,
      resize: "vertical",
    },
    "& .more-entries": {
      padding: "2px 6px",
      border: 0,
      borderRadius: 4,
      font: "inherit",
      fontSize: "0.8125rem",
      fontWeight: 600,
      color: colors.primary.main,
      background: "none",
      cursor: "pointer",
      "&:hover": { textDecoration: "underline" },
    },
  };
}
