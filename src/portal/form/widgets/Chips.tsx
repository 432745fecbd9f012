import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { memo, useCallback, useLayoutEffect, useRef, useState, type MouseEvent } from "react";

/** Longer lists collapse their first entries: the last ones were added last. */
const MAX_VISIBLE_CHIPS = 30;

const MARKS = { invalid: "!", unlisted: "?" } as const;

export type ChipMark = keyof typeof MARKS | undefined;

interface ChipsProps {
  labels: string[];
  getMark(index: number): ChipMark;
  disabled: boolean;
  /** From the Autocomplete, for its keyboard handling. */
  getItemProps(position: { index: number }): {
    onDelete?: ((event: never) => void) | undefined;
    className: string;
  };
}

export function Chips({ labels, getMark, disabled, getItemProps }: ChipsProps) {
  const [isExpanded, setExpanded] = useState(false);
  const latestGetItemProps = useRef(getItemProps);
  useLayoutEffect(() => {
    latestGetItemProps.current = getItemProps;
  });
  const onDelete = useCallback(
    (index: number) => latestGetItemProps.current({ index }).onDelete?.({} as never),
    [],
  );
  const toggleExpanded = (event: MouseEvent) => {
    // The surrounding input would handle the click too.
    event.stopPropagation();
    setExpanded(!isExpanded);
  };
  const entries = labels.map((label, index) => ({ label, index, mark: getMark(index) }));
  const shownInvalid = new Set(entries.filter(({ mark }) => mark === "invalid").slice(0, MAX_VISIBLE_CHIPS));
  const isCollapsed = (entry: (typeof entries)[number]) =>
    !shownInvalid.has(entry) && entry.index < labels.length - MAX_VISIBLE_CHIPS;
  const collapsedCount = entries.filter(isCollapsed).length;
  return (
    <>
      {collapsedCount > 0 && (
        <Button
          size="small"
          aria-expanded={isExpanded}
          onMouseDown={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          onClick={toggleExpanded}
          sx={{ minHeight: 0, px: 0.75, py: 0 }}
        >
          {isExpanded ? "Show fewer" : `Show ${collapsedCount.toLocaleString("en-US")} more`}
        </Button>
      )}
      {entries
        .filter((entry) => isExpanded || !isCollapsed(entry))
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
  mark: ChipMark;
  className: string;
  disabled: boolean;
  /** Must be stable, so that unchanged chips do not re-render. */
  onDelete(index: number): void;
}

const EntryChip = memo(function EntryChip(props: EntryChipProps) {
  const { label, index, mark, className, disabled, onDelete } = props;
  return (
    <Chip
      className={className}
      tabIndex={-1}
      size="small"
      variant={mark ? "outlined" : "filled"}
      color={mark === "invalid" ? "error" : "default"}
      disabled={disabled}
      data-item-index={index}
      label={
        <>
          {mark && (
            <b aria-hidden="true" style={{ marginInlineEnd: 4 }}>
              {MARKS[mark]}
            </b>
          )}
          {label}
        </>
      }
      onDelete={() => onDelete(index)}
    />
  );
});
