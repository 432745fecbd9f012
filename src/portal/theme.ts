import { createTheme, type ThemeOptions } from "@mui/material/styles";
import { fontFamily, palette } from "./palette.ts";

/** Widths that screens and the shell share, in pixels. */
export const widths = { content: 850, phone: 870, menu: 350 } as const;

/** At this width and below, the phone layout. */
export const PHONE = `@media (max-width: ${widths.phone}px)`;

const schemeOf = (colors: (typeof palette)["light" | "dark"]) => ({
  palette: {
    background: { default: colors.page, paper: colors.paper },
    text: { primary: colors.ink, secondary: colors.quiet },
    divider: colors.line,
    primary: {
      main: colors.accent,
      dark: colors.accentStrong,
      light: colors.accentSoft,
      contrastText: colors.onAccent,
    },
    secondary: { main: colors.quiet, contrastText: colors.paper },
    success: { main: colors.success, contrastText: colors.onStatus },
    warning: { main: colors.warning, contrastText: colors.onStatus },
    error: { main: colors.error, contrastText: colors.onStatus },
    info: { main: colors.info, contrastText: colors.onStatus },
  },
});

const typography: ThemeOptions["typography"] = {
  fontFamily,
  h1: {
    fontSize: "1.75rem",
    lineHeight: 1.25,
    fontWeight: 650,
    letterSpacing: "-0.015em",
    [PHONE]: { fontSize: "1.375rem" },
  },
  h2: { fontSize: "1.25rem", lineHeight: 1.35, fontWeight: 650, letterSpacing: "-0.01em" },
  h3: { fontSize: "1.0625rem", lineHeight: 1.4, fontWeight: 650 },
  body1: { fontSize: "1rem", lineHeight: 1.55 },
  body2: { fontSize: "0.9375rem", lineHeight: 1.5 },
  caption: { fontSize: "0.8125rem", lineHeight: 1.45 },
  button: { fontSize: "0.9375rem", fontWeight: 600, textTransform: "none" },
};

const focusRing = { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: 2 };

const components: ThemeOptions["components"] = {
  MuiCssBaseline: {
    styleOverrides: {
      html: { scrollPaddingTop: 72, scrollPaddingBottom: 96 },
      body: { overflowWrap: "anywhere" },
      "a:focus-visible, summary:focus-visible": { ...focusRing, borderRadius: 4 },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "1ms !important",
          transitionDuration: "1ms !important",
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { minHeight: 40, paddingInline: 16, whiteSpace: "nowrap" } },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: "none" } } },
  MuiCard: { defaultProps: { variant: "outlined" } },
  MuiMenu: {
    styleOverrides: { paper: { border: "1px solid var(--mui-palette-divider)", marginTop: 4 } },
  },
  MuiDialog: {
    styleOverrides: { paper: { border: "1px solid var(--mui-palette-divider)", borderRadius: 10 } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.25rem", fontWeight: 650 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: "8px 24px 20px" } } },
  MuiInputBase: {
    styleOverrides: {
      input: { "&::placeholder": { color: "var(--mui-palette-text-secondary)", opacity: 1 } },
    },
  },
  MuiToggleButton: { styleOverrides: { root: { color: "var(--mui-palette-text-secondary)" } } },
  MuiLink: { defaultProps: { underline: "hover" } },
  MuiAlert: { styleOverrides: { root: { borderRadius: 6 } } },
  MuiTooltip: { defaultProps: { enterDelay: 400 } },
};

/** The portal's look, decided here once: a quiet page, one teal accent, hairlines instead of shadows. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "media" },
  colorSchemes: { light: schemeOf(palette.light), dark: schemeOf(palette.dark) },
  typography,
  shape: { borderRadius: 6 },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 560, md: widths.phone + 1, lg: 1280, xl: 1600 } },
  components,
});
