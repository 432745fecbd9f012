import type { UseAutocompleteReturnValue } from "@mui/material/useAutocomplete";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { Option } from "../optionLists.ts";
import { OptionLine, type OptionLineProps } from "./OptionLine.tsx";

export type OptionListBox = Pick<
  UseAutocompleteReturnValue<Option>,
  "id" | "anchorEl" | "getListboxProps" | "getOptionProps" | "groupedOptions"
>;

interface OptionListProps {
  box: OptionListBox;
  chosen: ReadonlySet<string>;
  isLoading: boolean;
}

/** Between an input and its list. */
const GAP = 8;

/** The open list of a choice, under its input, or above it where there is no room below. */
export function OptionList({ box, chosen, isLoading }: OptionListProps) {
  const { id, anchorEl, getListboxProps, getOptionProps, groupedOptions } = box;
  const list = useRef<HTMLDivElement>(null);
  useRoom(list, anchorEl, groupedOptions.length);
  const propsOf = useRef(getOptionProps);
  useLayoutEffect(() => {
    propsOf.current = getOptionProps;
  });
  const onEvent = useCallback<OptionLineProps["onEvent"]>(
    (name, place, event) => propsOf.current(place)[name]?.(event as never),
    [],
  );
  return (
    <div ref={list} className="choice-list">
      {groupedOptions.length === 0 ? (
        <p role="presentation" onMouseDown={(event) => event.preventDefault()}>
          {isLoading ? "Loading…" : "No match"}
        </p>
      ) : (
        <ul {...getListboxProps()}>
          {groupedOptions.map((option, index) => (
            <OptionLine
              key={index}
              id={`${id}-option-${index}`}
              option={option}
              index={index}
              isChosen={chosen.has(option.value)}
              onEvent={onEvent}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Puts a list above its input where it belongs. Looked at when it opens and when its length changes. */
function useRoom(list: { current: HTMLElement | null }, anchor: HTMLElement | null, length: number): void {
  useLayoutEffect(() => {
    if (!list.current || !anchor) return;
    const { top, bottom } = anchor.getBoundingClientRect();
    const dialog = anchor.closest('[role="dialog"]')?.getBoundingClientRect();
    const below = Math.min(window.innerHeight, dialog?.bottom ?? Infinity) - bottom;
    list.current.classList.toggle("above", below < list.current.offsetHeight + GAP && top > below);
  }, [list, anchor, length]);
}
