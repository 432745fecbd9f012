import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId, useState } from "react";
import { useStore } from "react-admin";
import { attempt } from "../../../contract/attempt.ts";
import type { Platform } from "../../../contract/uploads/shellQuote.ts";

/** What the user chose last on this device, else what the browser seems to run on. */
export function usePlatform(): [platform: Platform, setPlatform: (platform: Platform) => void] {
  const [kept, keep] = useStore("platform", "");
  const [chosen, setChosen] = useState(kept);
  const guess = /^win/i.test(navigator.platform) ? "WINDOWS" : "MAC_LINUX";
  const choose = (platform: Platform) => {
    setChosen(platform);
    // A browser that keeps nothing keeps nobody from choosing.
    attempt(() => keep(platform));
  };
  return [chosen === "WINDOWS" || chosen === "MAC_LINUX" ? chosen : guess, choose];
}

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
