import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId, useState } from "react";
import { useStore } from "react-admin";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import type { Platform } from "../../../contract/uploads/shellCommands.ts";

/** The last choice on this device, else a guess from the browser's platform. */
export function usePlatform(): [platform: Platform, setPlatform: (platform: Platform) => void] {
  const [stored, setStored] = useStore("platform", "");
  const [chosen, setChosen] = useState(stored);
  const guess = /^win/i.test(navigator.platform) ? "WINDOWS" : "MAC_LINUX";
  const choose = (platform: Platform) => {
    setChosen(platform);
    // Storing throws if the browser blocks storage; the choice must still work.
    tryOrUndefined(() => setStored(platform));
  };
  return [chosen === "WINDOWS" || chosen === "MAC_LINUX" ? chosen : guess, choose];
}

interface PlatformPickerProps {
  platform: Platform;
  onChange: (platform: Platform) => void;
}

export function PlatformPicker({ platform, onChange }: PlatformPickerProps) {
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
