import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId } from "react";
import type { Platform } from "../../../contract/uploads/shellQuote.ts";

interface PlatformChoiceProps {
  platform: Platform;
  onChange: (platform: Platform) => void;
}

/** Asks on which kind of computer the upload script will run. */
export function PlatformChoice({ platform, onChange }: PlatformChoiceProps) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId} sx={{ fontWeight: 600, color: "text.primary" }}>
        Your computer
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={platform}
        onChange={(_, value) => onChange(value as Platform)}
      >
        <FormControlLabel value="WINDOWS" control={<Radio />} label="Windows" sx={{ mr: 3 }} />
        <FormControlLabel value="MAC_LINUX" control={<Radio />} label="Mac/Linux/Unix" />
      </RadioGroup>
    </FormControl>
  );
}
