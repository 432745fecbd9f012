/** The portal's colours by scheme. Kept apart from the theme so that the light sign-in page can use them alone. */
export const palette = {
  light: {
    page: "#f6f5f1",
    paper: "#ffffff",
    ink: "#1b2327",
    quiet: "#545f63",
    line: "#dedbd3",
    accent: "#0b6b75",
    accentStrong: "#084f57",
    accentSoft: "#2b8992",
    onAccent: "#ffffff",
    success: "#1a6b3c",
    warning: "#855000",
    error: "#b1271b",
    info: "#2b5a92",
    onStatus: "#ffffff",
  },
  dark: {
    page: "#12181a",
    paper: "#1a2124",
    ink: "#e9eceb",
    quiet: "#a7b2b4",
    line: "#323b3f",
    accent: "#69c6ce",
    accentStrong: "#8bd6dc",
    accentSoft: "#4aa9b2",
    onAccent: "#06292d",
    success: "#80d3a0",
    warning: "#f0c27a",
    error: "#ffa197",
    info: "#9ac4f4",
    onStatus: "#12181a",
  },
} as const;

export const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Helvetica, Arial, sans-serif';
