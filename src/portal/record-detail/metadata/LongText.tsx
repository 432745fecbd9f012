import { useState } from "react";
import { MoreButton } from "./MoreButton.tsx";

/** A longer text opens with so many of its characters. */
const AT_FIRST = 600;

/** A text as it was written; a long one at first with its beginning. */
export function LongText({ text, label }: { text: string; label: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const isLong = text.length > AT_FIRST * 1.5;
  return (
    <>
      <bdi>{isLong && !showsAll ? beginningOf(text, AT_FIRST) : text}</bdi>
      {isLong && (
        <MoreButton isOpen={showsAll} about={label} onToggle={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show less of the text" : "Show the whole text"}
        </MoreButton>
      )}
    </>
  );
}

/** The first characters of a text, up to the end of a word where one ends near, and a sign that there are more. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = Array.from(text.slice(0, length + 1))
    .slice(0, -1)
    .join("");
  const space = cut.search(/\s\S*$/);
  return `${space > length * 0.8 ? cut.slice(0, space) : cut}…`;
}
