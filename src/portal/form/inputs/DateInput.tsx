import CalendarIcon from "@mui/icons-material/CalendarTodayOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useRef } from "react";
import type { InputAria } from "../formScope.ts";
import { useTypedText } from "../typedText.ts";

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
export function DateInput({ id, label, value, aria, disabled, onChange }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const { text, onType, onLeave } = useTypedText(value ?? "", onChange, tidyDate);
  const picker = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        disabled={disabled ?? false}
        aria-label={`Open the calendar for ${label}`}
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
  return (
    <Box sx={{ position: "relative", width: "13rem", maxWidth: "100%" }}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={text}
        placeholder="YYYY-MM-DD"
        disabled={disabled ?? false}
        error={aria["aria-invalid"]}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
        endAdornment={picker}
        slotProps={{ input: { ...aria, inputMode: "numeric", autoComplete: "off" } }}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isDay(text) ? text : ""}
        onChange={(event) => onChange(event.target.value || undefined)}
        style={{
          position: "absolute",
          right: 0,
          bottom: 0,
          width: 1,
          height: 1,
          opacity: 0,
          pointerEvents: "none",
        }}
      />
    </Box>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** 2024/3/7 and 20240307 are plain enough; anything else stays as typed, to be corrected by the one who knows. */
function tidyDate(text: string): string {
  const [, year, month = "", day = ""] = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/.exec(text.trim()) ?? [];
  const isPlain = year !== undefined && (/\D/.test(text.trim()) || text.trim().length === 8);
  return isPlain ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
}
