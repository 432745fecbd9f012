import { memo, type SyntheticEvent } from "react";
import type { Option } from "../optionLists.ts";
import { isMore } from "../matches.ts";

export interface OptionLineProps {
  id: string;
  option: Option;
  index: number;
  isChosen: boolean;
  /** The same function at each drawing: a line is drawn again only when it changes itself. */
  onEvent(
    name: "onClick" | "onMouseMove" | "onTouchStart",
    place: { index: number; option: Option },
    event: SyntheticEvent,
  ): void;
}

/** One line of an open list of choices. */
export const OptionLine = memo(function OptionLine({
  id,
  option,
  index,
  isChosen,
  onEvent,
}: OptionLineProps) {
  const place = { index, option };
  const isCount = isMore(option);
  return (
    <li
      role="option"
      id={id}
      className="option"
      tabIndex={-1}
      data-option-index={index}
      aria-disabled={isCount}
      aria-selected={isChosen}
      onClick={isCount ? undefined : (event) => onEvent("onClick", place, event)}
      onMouseMove={isCount ? undefined : (event) => onEvent("onMouseMove", place, event)}
      onTouchStart={isCount ? undefined : (event) => onEvent("onTouchStart", place, event)}
    >
      <span>
        {option.label}
        {option.detail && !isCount && <small>{option.detail}</small>}
      </span>
    </li>
  );
});
