import { useRef } from "react";
import type { TreeRow } from "./treeRows.ts";

/** Letters typed within this time, in milliseconds, are one word. */
const PAUSE = 700;

/** Answers the next row whose name begins with what was typed just now; the first letter goes on from the current row. */
export function useTypedAhead() {
  const typed = useRef({ text: "", at: 0 });
  return (letter: string, rows: TreeRow[], at: number): TreeRow | undefined => {
    const now = Date.now();
    const isGoingOn = now - typed.current.at < PAUSE;
    const text = (isGoingOn ? typed.current.text : "") + letter.toLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? at : at + 1;
    const round = [...rows.slice(from), ...rows.slice(0, from)];
    return round.find(({ node }) => node.name.toLowerCase().startsWith(text));
  };
}
