import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { dateIn } from "../../../contract/wire/typedValues.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { CALENDAR, Icon } from "../look.tsx";
import { TextInput } from "../templates/BaseInputTemplate.tsx";
import { useBufferedText } from "../useBufferedText.ts";

/** What says a day is shown as it is stored; anything else stays as typed, to be corrected by the one who knows. */
const tidyDate = (text: string) => dateIn(text) ?? text.trim();

/**
 * A day as text, YYYY-MM-DD, typed or taken from the browser's own calendar. It stays text all the way: a Date would
 * shift it to the day before somewhere.
 */
export function DateWidget(props: WidgetProps<JsonObject>) {
  const { htmlName: path = "", label, value, disabled = false, onChange } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const text = (value as string | undefined) ?? "";
  const { input, replace } = useBufferedText({ path, text, onChange, tidy: tidyDate });
  const open = () => {
    if (!calendar.current) return;
    calendar.current.value = dateIn(input.inputRef.current?.value ?? "") ?? "";
    calendar.current.showPicker();
  };
  return (
    <div className="day">
      <TextInput
        {...props}
        input={input}
        htmlInput={{ inputMode: "numeric", placeholder: "YYYY-MM-DD", autoComplete: "off" }}
        endAdornment={
          <button
            type="button"
            className="icon-button"
            disabled={disabled}
            aria-label={`Open the calendar for ${label}`}
            onClick={open}
          >
            <Icon path={CALENDAR} />
          </button>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => replace(event.target.value)}
      />
    </div>
  );
}
