import { formatMessage, modelFolderMessages } from "./modelFolderMessages.ts";

/** A message to the vendor about a zip. An error rejects the upload, a warning does not. */
export interface Diagnostic {
  severity: "error" | "warning";
  entry?: string;
  text: string;
}

const MAX_NAME_CHARACTERS = 160;
export const MAX_MESSAGES_PER_RULE = 10;

export function createError(text: string, entry?: string): Diagnostic {
  return entry === undefined ? { severity: "error", text } : { severity: "error", entry, text };
}

export function createWarning(text: string, entry?: string): Diagnostic {
  return { ...createError(text, entry), severity: "warning" };
}

/** Makes an untrusted name safe to show: quoted, shortened, without invisible characters or lone surrogates. */
export function quoteName(path: string): string {
  const visible = path.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\u{FFFD}");
  const characters = Array.from(visible);
  const isLong = characters.length > MAX_NAME_CHARACTERS;
  return `"${isLong ? `${characters.slice(0, MAX_NAME_CHARACTERS).join("")}...` : visible}"`;
}

export function limitPerRule(diagnostics: Diagnostic[]): Diagnostic[] {
  const [first] = diagnostics;
  if (!first || diagnostics.length <= MAX_MESSAGES_PER_RULE) return diagnostics;
  const rest = diagnostics.length - MAX_MESSAGES_PER_RULE;
  const text = rest === 1 ? modelFolderMessages.moreSingular : modelFolderMessages.morePlural;
  const more = formatMessage(text, { more: rest, entry: quoteName(first.entry ?? "") });
  return [...diagnostics.slice(0, MAX_MESSAGES_PER_RULE), { severity: first.severity, text: more }];
}
