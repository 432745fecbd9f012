import type { AutocompleteSlots } from "@mui/material/Autocomplete";
import Typography from "@mui/material/Typography";
import Button from "@mui/material/Button";
import { useState, type HTMLAttributes, type Key } from "react";
import { formatEntryList } from "../../../contract/schema/parseEntry.ts";
import { isMoreHint } from "../options/fieldOptions.ts";
import { CopyBox, useCopyToClipboard } from "../../ui/CopyBox.tsx";
import { ARROW_ICON, CLEAR_ICON, Icon } from "../Icon.tsx";
import type { Option } from "../options/optionLists.ts";

/** MUI accepts a tag name here; its types do not. */
const BUTTON_SLOT = "button" as unknown as AutocompleteSlots["popupIndicator"];

/** `tabIndex: -1` on the listbox: Chromium makes scrollable elements tab stops. */
export const AUTOCOMPLETE_PROPS = {
  disablePortal: true,
  autoHighlight: true,
  size: "small",
  noOptionsText: "No match",
  loadingText: "Loading…",
  slots: { clearIndicator: BUTTON_SLOT, popupIndicator: BUTTON_SLOT },
  clearIcon: <Icon path={CLEAR_ICON} />,
  popupIcon: <Icon path={ARROW_ICON} />,
  slotProps: { listbox: { tabIndex: -1 } },
  getOptionKey: ({ value }: Option) => value,
  getOptionDisabled: isMoreHint,
  isOptionEqualToValue: (a: Option, b: Option) => a.value === b.value,
  renderOption: ({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, option: Option) => (
    <li key={key} {...props}>
      <span>
        {option.label}
        {option.detail && !isMoreHint(option) && <small style={{ display: "block" }}>{option.detail}</small>}
      </span>
    </li>
  ),
} as const;

/** Copies the stored values, one per line. */
export function SelectedCount({ label, values }: { label: string; values: string[] }) {
  const text = values.join("\n");
  const [hasCopyFailed, setCopyFailed] = useState(false);
  const { copied, copy } = useCopyToClipboard(text, () => setCopyFailed(true));
  if (values.length === 0) return null;
  return (
    <>
      <div className="count">
        <span role="status">{copied && "Copied"}</span>
        <span>{values.length.toLocaleString("en-US")} chosen</span>
        <Button size="small" color="inherit" aria-label={`Copy all: ${label}`} onClick={copy}>
          Copy all
        </Button>
      </div>
      {hasCopyFailed && <CopyBox label={label} text={text} />}
    </>
  );
}

interface UnlistedValuesNoteProps {
  values: string[];
  reason?: string;
}

export const UnlistedValuesNote = ({ values, reason = "Not in the list" }: UnlistedValuesNoteProps) => (
  <Typography className="note" variant="body2" color="textSecondary">
    {reason}, kept as entered: {formatEntryList(values)}
  </Typography>
);
