import {
  countDifferences,
  differences,
  type ComparedFile,
  type Difference,
} from "../../../contract/compareUploads.ts";
import { Mark, type MarkColor } from "./Mark.tsx";

/** A colour beside the word for each difference. */
export const differenceColors: Record<Difference, MarkColor> = {
  changed: "warning",
  new: "success",
  gone: "error",
  same: "text.secondary",
};

const words: Record<Difference, string> = { changed: "changed", new: "new", gone: "gone", same: "the same" };

/** How many files are changed, new, gone and the same. */
export function DifferenceCounts({ compared }: { compared: ComparedFile[] }) {
  const counts = countDifferences(compared);
  return differences.map((difference) => (
    <Mark key={difference} color={counts[difference] === 0 ? "text.secondary" : differenceColors[difference]}>
      {counts[difference].toLocaleString("en-US")} {words[difference]}
    </Mark>
  ));
}
