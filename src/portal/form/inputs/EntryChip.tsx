import { memo } from "react";

const MARKS = { faulty: "!", kept: "?" } as const;

export interface EntryChipProps {
  label: string;
  /** Its place in the whole list. */
  index: number;
  /** `faulty`: breaks a rule. `kept`: no list offers it. */
  mark: keyof typeof MARKS | undefined;
  disabled: boolean;
  /** Both the same function at each drawing: a chip is drawn again only when it changes itself. */
  onFocus(index: number): void;
  onRemove(index: number): void;
}

/** One entry of a list inside its input. The arrow keys lead to it; Backspace and Delete take it out. */
export const EntryChip = memo(function EntryChip({
  label,
  index,
  mark,
  disabled,
  onFocus,
  onRemove,
}: EntryChipProps) {
  return (
    <div
      role="button"
      className={mark ? `entry ${mark}` : "entry"}
      tabIndex={-1}
      data-item-index={index}
      aria-disabled={disabled || undefined}
      onFocus={() => onFocus(index)}
    >
      {mark && <b aria-hidden="true">{MARKS[mark]}</b>}
      <span>{label}</span>
      <svg className="entry-remove" viewBox="0 0 24 24" aria-hidden="true" onClick={() => onRemove(index)}>
        <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm5 13.6L15.6 17 12 13.4 8.4 17 7 15.6l3.6-3.6L7 8.4 8.4 7l3.6 3.6L15.6 7 17 8.4 13.4 12z" />
      </svg>
    </div>
  );
});
