import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { Rejection } from "../../contract/generated/entities.ts";
import { useController } from "../form/formScope.ts";

const REASON = "reason" satisfies keyof Rejection;

/** More than these nobody reads, and a long list is slow. */
const firstOnes = createFilterOptions<string>({ limit: 100 });

interface InsertNameProps {
  label: string;
  names: string[];
  /** Where the names could not be had: another try. */
  onRetry?: (() => void) | undefined;
}

/** Puts a chosen name on a line of its own at the end of the reason, and leaves the cursor behind it. */
export function InsertName({ label, names, onRetry }: InsertNameProps) {
  const controller = useController();
  const [typed, setTyped] = useState("");
  const insert = (name: string) => {
    const written = String(controller.flush()[REASON] ?? "");
    controller.setField(REASON, `${written === "" ? "" : `${written}\n`}${name}: `);
    setTyped("");
    // After the list has closed, which would take the focus back.
    setTimeout(() => cursorToEnd(document.getElementById(`${controller.idPrefix}_${REASON}`)));
  };
  return (
    <Autocomplete
      disablePortal
      options={names}
      filterOptions={firstOnes}
      value={null}
      inputValue={typed}
      onInputChange={(_, text, cause) => cause !== "reset" && setTyped(text)}
      onChange={(_, name) => name !== null && insert(name)}
      noOptionsText={names.length === 0 ? "There are none." : "Nothing matches."}
      size="small"
      sx={{ flex: "1 1 240px" }}
      renderInput={(params) => (
        <TextField {...params} label={label} helperText={onRetry && <NotLoaded onRetry={onRetry} />} />
      )}
    />
  );
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <span role="alert">
    The list could not be loaded.{" "}
    <Link component="button" type="button" variant="caption" underline="always" onClick={onRetry}>
      Retry
    </Link>
  </span>
);

function cursorToEnd(element: HTMLElement | null): void {
  if (!(element instanceof HTMLTextAreaElement)) return;
  element.focus();
  element.setSelectionRange(element.value.length, element.value.length);
}
