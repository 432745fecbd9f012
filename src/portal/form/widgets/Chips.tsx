import Button from "@mui/material/Button";
import {
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { Icon, REMOVE } from "../look.tsx";

/** More entries than these are folded away, the first of them: the last ones were added last. */
const MOST_DRAWN = 30;

const MARKS = { faulty: "!", kept: "?" } as const;

/** `faulty`: breaks a rule. `kept`: no list offers it. */
export type Mark = keyof typeof MARKS | undefined;

interface ChipsProps {
  labels: string[];
  markOf(index: number): Mark;
  disabled: boolean;
  /** What the Autocomplete's keyboard handling needs of each entry. */
  getItemProps(place: { index: number }): {
    onDelete?: ((event: never) => void) | undefined;
    className: string;
  };
}

/** The entries of a list inside its input. Of a long list the first that break a rule always show, and a way to the rest. */
export function Chips({ labels, markOf, disabled, getItemProps }: ChipsProps) {
  const [isWhole, setWhole] = useState(false);
  const propsOf = useRef(getItemProps);
  useLayoutEffect(() => {
    propsOf.current = getItemProps;
  });
  const onDelete = useCallback((index: number) => propsOf.current({ index }).onDelete?.({} as never), []);
  const toggle = (event: MouseEvent) => {
    // The input around it would take the click for one of its own.
    event.stopPropagation();
    setWhole(!isWhole);
  };
  const entries = labels.map((label, index) => ({ label, index, mark: markOf(index) }));
  const faulty = new Set(entries.filter(({ mark }) => mark === "faulty").slice(0, MOST_DRAWN));
  const isFolded = (entry: (typeof entries)[number]) =>
    !faulty.has(entry) && entry.index < labels.length - MOST_DRAWN;
  const folded = entries.filter(isFolded).length;
  return (
    <>
      {folded > 0 && (
        <Button
          size="small"
          aria-expanded={isWhole}
          onMouseDown={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          onClick={toggle}
          sx={{ minHeight: 0, px: 0.75, py: 0 }}
        >
          {isWhole ? "Show fewer" : `Show ${folded.toLocaleString("en-US")} more`}
        </Button>
      )}
      {entries
        .filter((entry) => isWhole || !isFolded(entry))
        .map((entry) => (
          <EntryChip
            key={entry.index}
            {...entry}
            className={getItemProps({ index: entry.index }).className}
            disabled={disabled}
            onDelete={onDelete}
          />
        ))}
    </>
  );
}

interface EntryChipProps {
  label: string;
  index: number;
  mark: Mark;
  className: string;
  disabled: boolean;
  /** The same function at each drawing: a chip is drawn again only when it changes itself. */
  onDelete(index: number): void;
}

/** The arrow keys lead to it; Backspace and Delete take it out. */
const EntryChip = memo(function EntryChip({
  label,
  index,
  mark,
  className,
  disabled,
  onDelete,
}: EntryChipProps) {
  return (
    <div
      className={`chip ${className} ${mark ?? ""}`}
      role="button"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      data-item-index={index}
      onKeyDown={keepDeletion}
    >
      <span>
        {mark && <b aria-hidden="true">{MARKS[mark]}</b>}
        {label}
      </span>
      <Icon path={REMOVE} onClick={() => onDelete(index)} />
    </div>
  );
});

/** The Autocomplete takes the entry out and the focus to its text, where the key must do nothing more. */
function keepDeletion(event: KeyboardEvent): void {
  if (event.key === "Backspace" || event.key === "Delete") event.preventDefault();
}
