import createCache from "@emotion/cache";
import { createTheme, type Shadows, type ThemeOptions } from "@mui/material/styles";
import { fontFamily, palette } from "./palette.ts";

type Colors = (typeof palette)["light" | "dark"];

declare module "@mui/material/styles" {
  interface Palette {
    /** Ground, border and text of each state; in `sx` as "state.good.ground". */
    state: Colors["state"];
  }
  interface PaletteOptions {
    state: Colors["state"];
  }
}

/** Widths that screens and the shell share, in pixels. */
export const widths = { content: 850, phone: 870, menu: 350 } as const;

/** At this width and below, the phone layout. */
export const PHONE = `@media (max-width: ${widths.phone}px)`;

/** Rounded corners in pixels: of what is pressed or typed into, and of what holds others. */
export const radii = { control: 6, card: 10 } as const;

/** For text that is data: commands, hashes, names of files in a file. */
export const MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** For what speaks of keys, which a phone has not. */
export const FOR_KEYBOARDS = { "@media (pointer: coarse)": { display: "none" } } as const;

/** A colour of the palette, seen through to a share. */
export const faded = (color: string, share: number) => `rgba(var(--mui-palette-${color}Channel) / ${share})`;

const schemeOf = (colors: Colors) => ({
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

/** Sizes 28, 22, 18, 16, 14 and 13 pixels: page, section, card, body, table and chips, what is said beside. */
const typography: ThemeOptions["typography"] = {
  fontFamily: `"Inter Variable", ${fontFamily}`,
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

const focusRing = { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: 2 };

const hairline = "1px solid var(--mui-palette-divider)";

/** The one shadow, under what floats over the page. */
const SHADOW = "0 8px 28px rgb(0 0 0 / 0.16)";

const alertStates = { info: "info", warning: "pending", success: "good", error: "bad" } as const;

/** A note in the colours of its state, like the badges. */
const alertLooks = (["info", "warning", "success", "error"] as const).map((severity) => {
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
      // Figures of one width: identifiers, sizes and dates stand below one another.
      body: { overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" },
      "a:focus-visible, summary:focus-visible": { ...focusRing, borderRadius: 4 },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "1ms !important",
          animationIterationCount: "1 !important",
          transitionDuration: "1ms !important",
        },
      },
      // Begun by what the browser fills in by itself; each input would look for them in the page, and bring its own.
      "@keyframes mui-auto-fill": { from: { display: "block" } },
      "@keyframes mui-auto-fill-cancel": { from: { display: "block" } },
      // On paper: what is read, without what is pressed.
      "@media print": {
        "body, main": { background: "none !important" },
        // The line over a part that unfolds is a button too, and what is read of it.
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
  MuiMenu: { styleOverrides: { paper: { border: hairline, marginTop: 4, boxShadow: SHADOW } } },
  MuiAutocomplete: { styleOverrides: { paper: { border: hairline, marginBlock: 4, boxShadow: SHADOW } } },
  MuiDialog: { styleOverrides: { paper: { border: hairline, boxShadow: SHADOW } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.125rem", fontWeight: 650 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: "8px 24px 20px" } } },
  MuiInputBase: {
    defaultProps: { disableInjectingGlobalStyles: true },
    styleOverrides: {
      input: { "&::placeholder": { color: "var(--mui-palette-text-secondary)", opacity: 1 } },
    },
  },
  // Lighter than what it stands for.
  MuiSkeleton: { styleOverrides: { root: { backgroundColor: "var(--mui-palette-action-hover)" } } },
  MuiToggleButton: { styleOverrides: { root: { color: "var(--mui-palette-text-secondary)" } } },
  MuiLink: { defaultProps: { underline: "hover" } },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: radii.control, variants: alertLooks },
      message: { flexGrow: 1 },
      // Its button is a small one in the colour of its words, which it stands beside.
      action: {
        "& .MuiButton-root": { color: "inherit", minHeight: 32, padding: "4px 10px", fontSize: "0.8125rem" },
      },
    },
  },
  // Inside the page's landmarks, as all that is read.
  MuiTooltip: {
    defaultProps: {
      enterDelay: 400,
      slotProps: { popper: { container: () => document.querySelector("main") ?? document.body } },
    },
  },
};

/** The portal's look, decided here once: a quiet page, one teal accent, hairlines instead of shadows. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "media" },
  colorSchemes: { light: schemeOf(palette.light), dark: schemeOf(palette.dark) },
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

/** How long a style sheet grows once something is drawn, in ms. */
const SHEET_GROWS = 200;

/**
 * Emotion's cache of styles with a sheet of its own for what each pause is followed by. Browsers that are given an
 * `@media` rule restyle all that its sheet styles, and MUI's toasts, menus and lists bring one when first drawn: with
 * one sheet for all, that is the whole page.
 */
export function createStyleCache() {
  const cache = createCache({ key: "css" });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  let growing: ReturnType<typeof setTimeout> | undefined;
  sheet.insert = (rule) => {
    insert(rule);
    growing ??= setTimeout(() => {
      sheet.ctr = 0;
      growing = undefined;
    }, SHEET_GROWS);
  };
  return cache;
}
