import { diffWordsWithSpace } from "diff";

/** A stretch of text that was added, removed, kept, or kept and left out because it is long. */
export interface TextPart {
  kind: "added" | "removed" | "kept" | "gap";
  text: string;
}

/** Texts that differ in more words than this are shown whole: the pieces would not be readable, nor quick to find. */
const MOST_EDITS = 600;

/** So much of what was kept stands on either side of a change. */
const AROUND = 80;

/** Two versions of a text as one, word by word; undefined where they have too little in common. */
export function textDifference(before: string, after: string): TextPart[] | undefined {
  const found = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  const parts = found?.map(({ added, removed, value }): TextPart => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value,
  }));
  const kept = parts?.filter(({ kind }) => kind === "kept").reduce((sum, { text }) => sum + text.length, 0);
  if (!parts || (kept ?? 0) < Math.min(before.length, after.length) / 4) return undefined;
  return parts.flatMap((part, index) => shortened(part, index === 0, index === parts.length - 1));
}

/** Leaves out the middle of a long stretch that is the same in both. */
function shortened(part: TextPart, isFirst: boolean, isLast: boolean): TextPart[] {
  if (part.kind !== "kept" || part.text.length <= AROUND * 3) return [part];
  const start = isFirst ? "" : part.text.slice(0, AROUND);
  const end = isLast ? "" : part.text.slice(-AROUND);
  const kept = (text: string): TextPart[] => (text === "" ? [] : [{ kind: "kept", text }]);
  return [...kept(start), { kind: "gap", text: " … " }, ...kept(end)];
}
