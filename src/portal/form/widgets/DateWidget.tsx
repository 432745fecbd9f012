import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { listReadings, parseDate } from "../../../contract/wire/parseValues.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { CALENDAR_ICON, Icon } from "../Icon.tsx";
import { TextInput } from "../templates/BaseInputTemplate.tsx";
import { useBufferedText } from "../useBufferedText.ts";

const normalizeDate = (text: string) => parseDate(text) ?? text.trim();

/** Always text, YYYY-MM-DD: a JavaScript Date would shift the day in some time zones. */
export function DateWidget(props: WidgetProps<JsonObject>) {
  const { htmlName: path = "", label, value, disabled = false, onChange } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const text = (value as string | undefined) ?? "";
  const { input, setText } = useBufferedText({ path, text, onChange, normalize: normalizeDate });
  const openCalendar = () => {
    if (!calendar.current) return;
    calendar.current.value = parseDate(input.inputRef.current?.value ?? "") ?? "";
    calendar.current.showPicker();
  };
  const readings = listReadings(text);
  return (
    <>
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
              onClick={openCalendar}
            >
              <Icon path={CALENDAR_ICON} />
            </button>
          }
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {readings.length > 1 && (
        <Typography role="status" variant="body2" sx={{ mt: 0.5 }}>
          {`"${text}" can mean ${readings.join(" or ")}. Write the date as YYYY-MM-DD.`}
        </Typography>
      )}
    </>
  );
}
