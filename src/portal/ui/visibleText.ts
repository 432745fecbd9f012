/** What orders text backwards or leaves no trace: enough to make `exe.png` of a name that ends in `gnp.exe`. */
const HIDDEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * A name as it really is: every character that would be invisible, or would turn the others around, is shown by its
 * code point. Right-to-left letters stay as they are.
 *
 * @example visibleText("gnp.\u202Eexe") // "gnp.⟨U+202E⟩exe"
 */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
