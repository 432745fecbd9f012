import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { EntryChip, type EntryChipProps } from "./EntryChip.tsx";

/** More entries than these are folded away, the first of them: the last ones were added last. */
const LIMIT = 30;

interface EntryChipsProps {
  labels: string[];
  markOf(index: number): EntryChipProps["mark"];
  disabled: boolean;
  /** What the list's keyboard handling needs of each entry. */
  getItemProps(place: { index: number }): { onFocus?: () => void; onDelete?: (event: never) => void };
}

/** The entries of a list inside its input. Of a long list those that break a rule always show, and a way to the rest. */
export function EntryChips({ labels, markOf, disabled, getItemProps }: EntryChipsProps) {
  const [isWhole, setWhole] = useState(false);
  const propsOf = useRef(getItemProps);
  useLayoutEffect(() => {
    propsOf.current = getItemProps;
  });
  const onFocus = useCallback((index: number) => propsOf.current({ index }).onFocus?.(), []);
  const onRemove = useCallback((index: number) => propsOf.current({ index }).onDelete?.({} as never), []);
  const toggle = (event: MouseEvent) => {
    // The input around it would take the click for one of its own.
    event.stopPropagation();
    setWhole(!isWhole);
  };

  const entries = labels.map((label, index) => ({ label, index, mark: markOf(index) }));
  const isFolded = ({ index, mark }: (typeof entries)[number]) =>
    mark !== "faulty" && index < labels.length - LIMIT;
  const folded = entries.filter(isFolded).length;
  return (
    <>
      {folded > 0 && (
        <button
          type="button"
          className="more-entries"
          aria-expanded={isWhole}
          onMouseDown={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          onClick={toggle}
        >
          {isWhole ? "Show fewer" : `Show ${folded.toLocaleString("en-US")} more`}
        </button>
      )}
      {entries
        .filter((entry) => isWhole || !isFolded(entry))
        .map((entry) => (
          <EntryChip key={entry.index} {...entry} disabled={disabled} onFocus={onFocus} onRemove={onRemove} />
        ))}
    </>
  );
}
