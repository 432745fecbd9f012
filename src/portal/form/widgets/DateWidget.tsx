import CalendarIcon from "@mui/icons-material/CalendarTodayOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { dateIn } from "../../../contract/wire/typedValues.ts";
import type { Bag } from "../../../contract/schema/fields.ts";
import { TextInput } from "../templates/BaseInputTemplate.tsx";
import { useBufferedText } from "../useBufferedText.ts";

/** What says a day is shown as it is stored; anything else stays as typed, to be corrected by the one who knows. */
const tidyDate = (text: string) => dateIn(text) ?? text.trim();

/**
 * A day as text, YYYY-MM-DD, typed or taken from the browser's own calendar. It stays text all the way: a Date would
 * shift it to the day before somewhere.
 */
export function DateWidget(props: WidgetProps<Bag>) {
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
    <Box className="day" sx={{ position: "relative", maxWidth: 240 }}>
      <TextInput
        {...props}
        input={input}
        htmlInput={{ inputMode: "numeric", placeholder: "YYYY-MM-DD", autoComplete: "off" }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              edge="end"
              size="small"
              disabled={disabled}
              aria-label={`Open the calendar for ${label}`}
              onClick={open}
            >
              <CalendarIcon fontSize="small" />
            </IconButton>
          </InputAdornment>
        }
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        style={BEHIND}
        onChange={(event) => replace(event.target.value)}
      />
    </Box>
  );
}

/** The browser's own calendar opens from it; the day is typed and shown beside it. */
const BEHIND = {
  position: "absolute",
  right: 0,
  bottom: 0,
  width: 1,
  height: 1,
  padding: 0,
  border: 0,
  opacity: 0,
  pointerEvents: "none",
} as const;
