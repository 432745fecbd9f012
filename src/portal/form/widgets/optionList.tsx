import type { AutocompleteSlots } from "@mui/material/Autocomplete";
import type { PopperProps } from "@mui/material/Popper";
import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState, type HTMLAttributes, type Key, type ReactNode } from "react";
import { namedEntries } from "../../../contract/schema/readEntry.ts";
import { isMore } from "../options/choices.ts";
import { CopyBox, useCopy } from "../../ui/CopyBox.tsx";
import { ARROW, CLEAR, Icon } from "../look.tsx";
import type { Option } from "../options/optionLists.ts";

/** One list is open at a time. */
const OPEN_LIST = "--open-list";

/**
 * Where an open list stands: below its input, or above it where it does not fit, by CSS alone. MUI's Popper lays the
 * whole page out to measure it, each time the input changes. A browser without anchors always shows it below.
 */
function ListPlace({ open, className, style, children }: PopperProps) {
  if (!open) return null;
  return (
    <Box role="presentation" className={className} style={style} sx={listPlace}>
      {children as ReactNode}
    </Box>
  );
}

const listPlace = {
  "@supports (top: anchor(bottom))": {
    position: "fixed",
    positionAnchor: OPEN_LIST,
    top: "anchor(bottom)",
    left: "anchor(left)",
    positionTryFallbacks: "flip-block",
  },
};

/** Material UI takes an element by its name; its types say less. */
const BUTTON = "button" as unknown as AutocompleteSlots["popupIndicator"];

/** How every list of choices opens: in place, and no stop of its own for Tab, which Chromium makes of what scrolls. */
export const LIST_PROPS = {
  disablePortal: true,
  autoHighlight: true,
  size: "small",
  noOptionsText: "No match",
  loadingText: "Loading…",
  slots: { popper: ListPlace, clearIndicator: BUTTON, popupIndicator: BUTTON },
  clearIcon: <Icon path={CLEAR} />,
  popupIcon: <Icon path={ARROW} />,
  slotProps: { listbox: { tabIndex: -1 } },
  sx: { "&.Mui-expanded .MuiInputBase-root": { anchorName: OPEN_LIST } },
  getOptionKey: ({ value }: Option) => value,
  getOptionDisabled: isMore,
  isOptionEqualToValue: (a: Option, b: Option) => a.value === b.value,
  renderOption: ({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, option: Option) => (
    <li key={key} {...props}>
      <span>
        {option.label}
        {option.detail && !isMore(option) && <small style={{ display: "block" }}>{option.detail}</small>}
      </span>
    </li>
  ),
} as const;

/** How many values are chosen, and the way to take them along: one a line, as they are stored. */
export function ChosenCount({ label, values }: { label: string; values: string[] }) {
  const text = values.join("\n");
  const [isRefused, setRefused] = useState(false);
  const { copied, copy } = useCopy(text, () => setRefused(true));
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
      {isRefused && <CopyBox label={label} text={text} />}
    </>
  );
}

/** Names the values that the list does not offer and that are kept all the same: a warning, never an error. */
export const KeptNote = ({ values, words = "Not in the list" }: { values: string[]; words?: string }) => (
  <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
    {words}, kept as entered: {namedEntries(values)}
  </Typography>
);
