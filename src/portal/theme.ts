import { createTheme, type Shadows, type ThemeOptions } from "@mui/material/styles";
import { fontFamily, palette } from "./palette.ts";

type Colors = (typeof palette)["light" | "dark"];

declare module "@mui/material/styles" {
  interface Palette {
    /** In `sx`, for example "state.good.ground". */
    state: Colors["state"];
  }
  interface PaletteOptions {
    state: Colors["state"];
  }
}

/** In pixels. */
export const widths = { content: 850, wideContent: 1280, phone: 870, menu: 350 } as const;

export const PHONE = `@media (max-width: ${widths.phone}px)`;

/** Shows at most so many lines, with an ellipsis. */
export const clampLines = (lines: number) => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: lines,
  overflow: "hidden",
});

/** In pixels. */
export const radii = { control: 6, card: 10 } as const;

export const MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Hides keyboard hints on touch devices and in narrow windows. */
export const FOR_KEYBOARDS = {
  [`@media (pointer: coarse), (hover: none), (max-width: ${widths.phone}px)`]: { display: "none" },
} as const;

export const withAlpha = (color: string, share: number) =>
  `rgba(var(--mui-palette-${color}Channel) / ${share})`;

const createColorScheme = (colors: Colors) => ({
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
    state: colors.state,
  },
});

/** 28, 22, 18, 16, 14 and 13 px: page, section, card, body, table, caption. */
const typography: ThemeOptions["typography"] = {
  fontFamily,
  h1: {
    fontSize: "1.75rem",
    lineHeight: 1.25,
    fontWeight: 650,
    letterSpacing: "-0.02em",
    [PHONE]: { fontSize: "1.375rem" },
  },
  h2: {
    fontSize: "1.375rem",
    lineHeight: 1.25,
    fontWeight: 650,
    letterSpacing: "-0.015em",
    [PHONE]: { fontSize: "1.125rem" },
  },
  h3: { fontSize: "1.125rem", lineHeight: 1.25, fontWeight: 650, letterSpacing: "-0.01em" },
  body1: { fontSize: "1rem", lineHeight: 1.5 },
  body2: { fontSize: "0.875rem", lineHeight: 1.5 },
  caption: { fontSize: "0.8125rem", lineHeight: 1.5 },
  button: { fontSize: "0.875rem", fontWeight: 600, textTransform: "none" },
};

const focusRing = {
  outline: "2px solid",
  outlineColor: "var(--mui-palette-primary-main)",
  outlineOffset: 2,
};

const thinBorder = "1px solid var(--mui-palette-divider)";

const SHADOW = "0 8px 28px rgb(0 0 0 / 0.16)";

const alertStates = { info: "info", warning: "pending", success: "good", error: "bad" } as const;

const alertVariants = (["info", "warning", "success", "error"] as const).map((severity) => {
  const color = (part: "ground" | "border" | "text") =>
    `var(--mui-palette-state-${alertStates[severity]}-${part})`;
  return {
    props: { severity, variant: "standard" as const },
    style: {
      color: "var(--mui-palette-text-primary)",
      backgroundColor: color("ground"),
      border: `1px solid ${color("border")}`,
      "& .MuiAlert-icon": { color: color("text") },
    },
  };
});

const components: ThemeOptions["components"] = {
  MuiCssBaseline: {
    styleOverrides: {
      html: { scrollPaddingTop: 72, scrollPaddingBottom: 96 },
      // Digits of equal width align in columns.
      body: { overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" },
      ":focus-visible": { outlineColor: focusRing.outlineColor },
      "a:focus-visible, summary:focus-visible": { ...focusRing, borderRadius: 4 },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "1ms !important",
          animationIterationCount: "1 !important",
          transitionDuration: "1ms !important",
        },
      },
      // Defined once here for MUI's autofill detection (`disableInjectingGlobalStyles` below).
      "@keyframes mui-auto-fill": { from: { display: "block" } },
      "@keyframes mui-auto-fill-cancel": { from: { display: "block" } },
      "@media print": {
        "body, main": { background: "none !important" },
        // An accordion's header is a button, but also content.
        "header, nav, button:not(.MuiAccordionSummary-root), .MuiButton-root, [role='search'], .not-printed":
          {
            display: "none !important",
          },
        ".MuiCollapse-root": { height: "auto !important", visibility: "visible !important" },
        "details::details-content": { contentVisibility: "visible" },
        "main, main *": { maxHeight: "none !important", maskImage: "none !important" },
        "section, li, tr, figure": { breakInside: "avoid" },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 40, paddingInline: 16, whiteSpace: "nowrap" },
      sizeSmall: { minHeight: 32, paddingInline: 10 },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: "none" }, rounded: { borderRadius: radii.card } },
  },
  MuiCard: { defaultProps: { variant: "outlined" } },
  MuiMenu: { styleOverrides: { paper: { border: thinBorder, marginTop: 4, boxShadow: SHADOW } } },
  MuiAutocomplete: { styleOverrides: { paper: { border: thinBorder, marginBlock: 4, boxShadow: SHADOW } } },
  MuiDialog: { styleOverrides: { paper: { border: thinBorder, boxShadow: SHADOW } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.125rem", fontWeight: 650 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: "8px 24px 20px", flexWrap: "wrap", rowGap: 8 } } },
  MuiInputBase: {
    defaultProps: { disableInjectingGlobalStyles: true },
    styleOverrides: {
      input: { "&::placeholder": { color: "var(--mui-palette-text-secondary)", opacity: 1 } },
    },
  },
  MuiSkeleton: { styleOverrides: { root: { backgroundColor: "var(--mui-palette-action-hover)" } } },
  MuiToggleButton: { styleOverrides: { root: { color: "var(--mui-palette-text-secondary)" } } },
  MuiLink: { defaultProps: { underline: "hover" } },
  MuiAlert: {
    styleOverrides: {
      // In narrow windows, the buttons are below the text.
      root: { borderRadius: radii.control, variants: alertVariants, flexWrap: "wrap" },
      message: { flex: "1 1 180px" },
      action: {
        "& .MuiButton-root": { color: "inherit", minHeight: 32, padding: "4px 10px", fontSize: "0.8125rem" },
      },
    },
  },
  // Accessibility: all content must be inside a landmark.
  MuiTooltip: {
    defaultProps: {
      enterDelay: 400,
      slotProps: { popper: { container: () => document.querySelector("main") ?? document.body } },
    },
  },
};

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "media" },
  colorSchemes: { light: createColorScheme(palette.light), dark: createColorScheme(palette.dark) },
  typography,
  shape: { borderRadius: radii.control },
  shadows: Array.from({ length: 25 }, (_, depth) => (depth === 0 ? "none" : SHADOW)) as Shadows,
  spacing: 8,
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 160,
      standard: 160,
      complex: 200,
      enteringScreen: 200,
      leavingScreen: 120,
    },
  },
  breakpoints: { values: { xs: 0, sm: 560, md: widths.phone + 1, lg: 1280, xl: 1600 } },
  components,
});
