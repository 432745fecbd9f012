import type { UseAutocompleteReturnValue } from "@mui/material/useAutocomplete";
import type { ClipboardEvent, ReactNode } from "react";
import type { InputAria } from "../formScope.ts";
import type { Option } from "../optionLists.ts";
import { boxClass } from "./boxClass.ts";
import { OptionList, type OptionListBox } from "./OptionList.tsx";

type Box = OptionListBox &
  Pick<
    UseAutocompleteReturnValue<Option>,
    | "getRootProps"
    | "getInputProps"
    | "getClearProps"
    | "getPopupIndicatorProps"
    | "setAnchorEl"
    | "popupOpen"
    | "dirty"
  >;

interface ChoiceBoxProps {
  box: Box;
  aria: InputAria;
  disabled: boolean;
  chosen: ReadonlySet<string>;
  isLoading: boolean;
  onPaste?: (event: ClipboardEvent) => void;
  onBlur?: () => void;
  /** What is chosen, inside the box, where many may be. */
  entries?: ReactNode;
}

/** The input of a choice, found by typing, with its open list. Its label stands above it, outside. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { box, aria, disabled, chosen, isLoading, onPaste, onBlur, entries } = props;
  const { popupOpen, setAnchorEl } = box;
  const anchor: (element: HTMLDivElement | null) => void = setAnchorEl;
  const holdsEntries = entries !== undefined;
  return (
    <div className="choice" {...box.getRootProps()} onPaste={onPaste} onBlur={onBlur}>
      <div ref={anchor} className={boxClass({ disabled, isInvalid: aria["aria-invalid"], holdsEntries })}>
        {entries}
        <input {...box.getInputProps()} {...aria} className="box-text" />
        <div className="choice-buttons">
          {box.dirty && !disabled && (
            <button {...box.getClearProps()} className="box-button empties" aria-label="Clear" title="Clear">
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M18.3 7.1 16.9 5.7 12 10.6 7.1 5.7 5.7 7.1l4.9 4.9-4.9 4.9 1.4 1.4 4.9-4.9 4.9 4.9 1.4-1.4-4.9-4.9z" />
              </svg>
            </button>
          )}
          <button
            {...box.getPopupIndicatorProps()}
            className="box-button"
            disabled={disabled}
            aria-label={popupOpen ? "Close" : "Open"}
            title={popupOpen ? "Close" : "Open"}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={popupOpen ? "m7 14 5-5 5 5z" : "m7 10 5 5 5-5z"} />
            </svg>
          </button>
        </div>
      </div>
      {popupOpen && <OptionList box={box} chosen={chosen} isLoading={isLoading} />}
    </div>
  );
}
