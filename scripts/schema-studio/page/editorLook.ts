import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { MONOSPACE } from "../../../src/portal/theme.ts";

const color = (name: string) => `var(--mui-palette-${name})`;

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: color("primary-main") },
  { tag: [tags.number, tags.bool, tags.null], color: color("state-good-text") },
]);

const focused = "&.cm-focused";

/** The colors of the portal's theme, light or dark. */
export const editorLook = [
  syntaxHighlighting(highlighting),
  EditorView.theme({
    "&": { height: "100%", fontSize: "13px", color: color("text-primary") },
    [focused]: { outline: `2px solid ${color("primary-main")}` },
    ".cm-scroller": { fontFamily: MONOSPACE },
    ".cm-content": { caretColor: color("text-primary") },
    ".cm-cursor": { borderLeftColor: color("text-primary") },
    ".cm-gutters": {
      backgroundColor: color("background-default"),
      color: color("text-secondary"),
      borderRight: `1px solid ${color("divider")}`,
    },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: color("action-hover") },
    [`.cm-selectionBackground, ${focused} > .cm-scroller > .cm-selectionLayer .cm-selectionBackground`]: {
      backgroundColor: color("action-focus"),
    },
    ".cm-tooltip, .cm-panels": {
      backgroundColor: color("background-paper"),
      color: color("text-primary"),
      border: `1px solid ${color("divider")}`,
    },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
      backgroundColor: color("primary-main"),
      color: color("primary-contrastText"),
    },
  }),
];
