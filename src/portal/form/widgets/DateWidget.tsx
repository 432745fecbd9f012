import CalendarIcon from "@mui/icons-material/CalendarTodayOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { dateIn } from "../../../contract/wire/typedValues.ts";
import type { Bag } from "../../../contract/schema/fields.ts";
import { useInputAria } from "../formContext.ts";
import { useBufferedText } from "../useBufferedText.ts";

/** What says a day is shown as it is stored; anything else stays as typed, to be corrected by the one who knows. */
const tidyDate = (text: string) => dateIn(text) ?? text.trim();
const asTyped = (text: string) => text;

/**
 * A day as text, YYYY-MM-DD, typed or taken from the browser's own calendar. It stays text all the way: a Date would
 * shift it to the day before somewhere.
 */
export function DateWidget(props: WidgetProps<Bag>) {
  const { id, htmlName: path = "", label, schema, value, required, disabled = false, onChange } = props;
  const aria = useInputAria({ id, schema, required });
  const calendar = useRef<HTMLInputElement>(null);
  const text = (value as string | undefined) ?? "";
  const buffered = useBufferedText({ path, text, onChange, tidy: tidyDate, read: asTyped });
  return (
    <Box className="day" sx={{ position: "relative", maxWidth: 240 }}>
      <TextField
        id={id}
        name={path}
        hiddenLabel
        fullWidth
        size="small"
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        disabled={disabled}
        error={aria["aria-invalid"]}
        inputRef={buffered.inputRef}
        defaultValue={buffered.defaultValue}
        onChange={buffered.onChange}
        onBlur={buffered.onBlur}
        slotProps={{
          htmlInput: { ...aria, inputMode: "numeric" },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  size="small"
                  disabled={disabled}
                  aria-label={`Open the calendar for ${label}`}
                  onClick={() => {
                    if (!calendar.current) return;
                    calendar.current.value = dateIn(buffered.inputRef.current?.value ?? "") ?? "";
                    calendar.current.showPicker();
                  }}
                >
                  <CalendarIcon fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        style={BEHIND}
        onChange={(event) => buffered.replace(event.target.value)}
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
