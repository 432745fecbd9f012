import type { CSSProperties } from "react";

/** Text on ground has a contrast of at least 4.5:1. */
interface StatusStateColors {
  ground: string;
  border: string;
  text: string;
}

type StatusStates = Record<"info" | "pending" | "good" | "bad", StatusStateColors>;

const lightStates: StatusStates = {
  info: { ground: "#eaf1f9", border: "#b4cbe6", text: "#234f82" },
  pending: { ground: "#fdf3e1", border: "#e6c58b", text: "#744600" },
  good: { ground: "#e8f5ec", border: "#a9d4b8", text: "#155c33" },
  bad: { ground: "#fdecea", border: "#f0b5af", text: "#a32318" },
};

const darkStates: StatusStates = {
  info: { ground: "#16263a", border: "#34567f", text: "#9ac4f4" },
  pending: { ground: "#2e2412", border: "#6b5222", text: "#f0c27a" },
  good: { ground: "#14291d", border: "#2f6344", text: "#80d3a0" },
  bad: { ground: "#351c1a", border: "#7a3a35", text: "#ffa197" },
};

/** Separate from the theme, so that the login page does not load MUI. */
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
    state: lightStates,
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
    state: darkStates,
  },
} as const;

export const loginSceneColors = {
  ground: "#0a4a52",
  ink: "#ffffff",
  quiet: "#d3ecee",
  line: "#8fd9de",
} as const;

export const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Helvetica, Arial, sans-serif';

/** For pages without MUI: CSS custom properties that follow the color scheme. */
export const plainPageStyles = {
  ...Object.fromEntries(
    Object.entries(palette.light).flatMap(([name, color]) => {
      const dark = palette.dark[name as keyof typeof palette.dark];
      return typeof color === "string" ? [[`--${name}`, `light-dark(${color}, ${String(dark)})`]] : [];
    }),
  ),
  ...Object.fromEntries(Object.entries(loginSceneColors).map(([name, color]) => [`--scene-${name}`, color])),
  fontFamily,
} as CSSProperties;
