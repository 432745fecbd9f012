import { useRef } from "react";
import type { InputAria } from "../formScope.ts";
import { useTypedText } from "../typedText.ts";
import { boxClass } from "./boxClass.ts";

interface DateInputProps {
  id: string;
  label: string;
  value: string | undefined;
  aria: InputAria;
  disabled?: boolean | undefined;
  onChange(value: string | undefined): void;
}

/**
 * A day as text, YYYY-MM-DD, typed or taken from the browser's own calendar. It stays text all the way: a Date would
 * shift it to the day before somewhere.
 */
export function DateInput({ id, label, value, aria, disabled = false, onChange }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const { text, onType, onLeave, replace } = useTypedText(value ?? "", onChange, tidyDate);
  return (
    <div className="day">
      <div className={boxClass({ disabled, isInvalid: aria["aria-invalid"] })}>
        <input
          {...aria}
          id={id}
          className="box-text"
          type="text"
          value={text}
          placeholder="YYYY-MM-DD"
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
        <button
          type="button"
          className="box-button"
          disabled={disabled}
          aria-label={`Open the calendar for ${label}`}
          onClick={() => calendar.current?.showPicker()}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M7 2v2H4v18h16V4h-3V2h-2v2H9V2zM6 6h12v3H6zm0 5h12v9H6z" />
          </svg>
        </button>
      </div>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isDay(text) ? text : ""}
        onChange={(event) => replace(event.target.value)}
      />
    </div>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** 2024/3/7 and 20240307 are plain enough; anything else stays as typed, to be corrected by the one who knows. */
function tidyDate(text: string): string {
  const [, year, month = "", day = ""] = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/.exec(text.trim()) ?? [];
  const isPlain = year !== undefined && (/\D/.test(text.trim()) || text.trim().length === 8);
  return isPlain ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
}
