import type { UseAutocompleteReturnValue } from "@mui/material/useAutocomplete";
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from "react";
import type { InputAria } from "../formScope.ts";
import { boxClass } from "./boxClass.ts";
import { EntryChips } from "./EntryChips.tsx";

interface TagsBoxProps {
  box: Pick<
    UseAutocompleteReturnValue<string, true, false, true>,
    "getRootProps" | "getInputProps" | "getItemProps" | "setAnchorEl"
  >;
  entries: string[];
  faulty: ReadonlySet<number>;
  aria: InputAria;
  disabled: boolean;
  onKeyDown(event: KeyboardEvent<HTMLDivElement>): void;
  onPaste(event: ClipboardEvent): void;
  onBlur(event: FocusEvent): void;
}

/** What the keyboard handling says of a list of choices does not hold for entries typed freely. */
const PLAIN_TEXT = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined };

/** Entries and the text of the next one, in one frame. */
export function TagsBox({ box, entries, faulty, aria, disabled, onKeyDown, onPaste, onBlur }: TagsBoxProps) {
  const { setAnchorEl } = box;
  const anchor: (element: HTMLDivElement | null) => void = setAnchorEl;
  return (
    <div className="choice" {...box.getRootProps({ onKeyDown })} onPaste={onPaste} onBlur={onBlur}>
      <div
        ref={anchor}
        className={boxClass({ disabled, isInvalid: aria["aria-invalid"], holdsEntries: true })}
      >
        <EntryChips
          labels={entries}
          markOf={(index) => (faulty.has(index) ? "faulty" : undefined)}
          disabled={disabled}
          getItemProps={box.getItemProps}
        />
        <input {...box.getInputProps()} {...PLAIN_TEXT} {...aria} className="box-text" />
      </div>
    </div>
  );
}
