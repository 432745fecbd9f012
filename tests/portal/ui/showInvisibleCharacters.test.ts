import { expect, it } from "vitest";
import { showInvisibleCharacters } from "../../../src/contract/showInvisibleCharacters.ts";

it.each([
  ["right-to-left override", "gnp.\u202Eexe", "gnp.⟨U+202E⟩exe"],
  ["directional isolates", "\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"],
  ["zero-width characters", "pass\u200Bword\uFEFF", "pass⟨U+200B⟩word⟨U+FEFF⟩"],
  ["control characters", "a\u0000b\nc\u007F", "a⟨U+0000⟩b⟨U+000A⟩c⟨U+007F⟩"],
])("showInvisibleCharacters replaces %s by code points", (_, text, shown) => {
  expect(showInvisibleCharacters(text)).toBe(shown);
});

it.each(["Model_Files/Denton.hdf", "מודל שיטפון", "<b>bold</b> & co", "👩‍👩‍👧 ü", "a b"])(
  "showInvisibleCharacters keeps %s",
  (text) => {
    expect(showInvisibleCharacters(text)).toBe(text);
  },
);
