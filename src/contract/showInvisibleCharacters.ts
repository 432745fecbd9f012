const INVISIBLE_CHARACTERS = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Replaces each invisible or reordering character by its code point. Right-to-left letters stay. */
export const showInvisibleCharacters = (text: string): string =>
  text.replace(INVISIBLE_CHARACTERS, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
