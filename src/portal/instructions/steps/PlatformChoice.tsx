import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId } from "react";
import type { Platform } from "../../../contract/uploads/shellQuote.ts";

const STORAGE_NAME = "flood-model-portal.platform";

/** What the user chose last on this device, else what the browser seems to run on. */
export function firstPlatform(): Platform {
  const kept = keptPlatform();
  if (kept === "WINDOWS" || kept === "MAC_LINUX") return kept;
  return /^win/i.test(navigator.platform) ? "WINDOWS" : "MAC_LINUX";
}

/** Remembers the choice on this device, where it keeps anything. */
export function keepPlatform(platform: Platform): void {
  try {
    localStorage.setItem(STORAGE_NAME, platform);
  } catch {
    // The choice is asked for again next time.
  }
}

function keptPlatform(): string | null {
  try {
    return localStorage.getItem(STORAGE_NAME);
  } catch {
    return null;
  }
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
