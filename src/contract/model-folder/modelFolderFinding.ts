import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";

/** What the check of an uploaded model found, in words for the vendor. A fault stops the upload, a warning does not. */
export interface Finding {
  severity: "fault" | "warning";
  /** The entry of the zip it is about, as the zip spells it. */
  entry?: string;
  text: string;
}

/** Of a longer name, only the first characters are shown. */
const SHOWN_LENGTH = 160;
/** Of each rule, no more findings are told one by one. */
export const PER_RULE = 10;

/** A finding that stops the upload. */
export function fault(text: string, entry?: string): Finding {
  return entry === undefined ? { severity: "fault", text } : { severity: "fault", entry, text };
}

/** A finding the vendor is told of while the upload goes on. */
export function warning(text: string, entry?: string): Finding {
  return { ...fault(text, entry), severity: "warning" };
}

/** A name from a stranger's zip, quoted for a sentence: no invisible characters and no halves of one, and never longer than a line or two. */
export function quoted(path: string): string {
  const visible = path.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\u{FFFD}");
  const characters = Array.from(visible);
  const isLong = characters.length > SHOWN_LENGTH;
  return `"${isLong ? `${characters.slice(0, SHOWN_LENGTH).join("")}...` : visible}"`;
}

/** The first findings of one rule and the number of the others: ten thousand sentences help nobody. */
export function shortened(findings: Finding[]): Finding[] {
  const [first] = findings;
  if (!first || findings.length <= PER_RULE) return findings;
  const rest = findings.length - PER_RULE;
  const text = rest === 1 ? texts.moreSingular : texts.morePlural;
  const more = said(text, { more: rest, entry: quoted(first.entry ?? "") });
  return [...findings.slice(0, PER_RULE), { severity: first.severity, text: more }];
}
