import type { AutocompleteRenderInputParams } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState, type ComponentProps, type HTMLAttributes, type Key, type Ref } from "react";
import { namedEntries } from "../../../contract/schema/readEntry.ts";
import { isMore } from "../options/choices.ts";
import type { InputAria } from "../formContext.ts";
import { CopyBox, useCopy } from "../../ui/CopyBox.tsx";
import type { Option } from "../options/optionLists.ts";

/** How every list of choices opens: in place, and no stop of its own for Tab, which Chromium makes of what scrolls. */
export const LIST_PROPS = {
  disablePortal: true,
  autoHighlight: true,
  size: "small",
  noOptionsText: "No match",
  loadingText: "Loading…",
  slotProps: { listbox: { tabIndex: -1 } },
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

interface EntryInputProps extends AutocompleteRenderInputParams {
  inputRef: Ref<HTMLInputElement>;
  aria: InputAria & ComponentProps<"input">;
}

/** The text that choices are found by, or entries typed in. */
export const EntryInput = ({ slotProps, inputRef, aria, ...params }: EntryInputProps) => (
  <TextField
    {...params}
    hiddenLabel
    error={aria["aria-invalid"]}
    inputRef={inputRef}
    slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, ...aria } }}
  />
);

/** How many values are chosen, and the way to take them along: one a line, as they are stored. */
export function ChosenCount({ label, values }: { label: string; values: string[] }) {
  const text = values.join("\n");
  const [isRefused, setRefused] = useState(false);
  const { copied, copy } = useCopy(text, () => setRefused(true));
  if (values.length === 0) return null;
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mt: 0.5 }}>
        <Typography variant="body2" color="textSecondary">
          {values.length.toLocaleString("en-US")} chosen
        </Typography>
        <Button size="small" color="inherit" aria-label={`Copy all: ${label}`} onClick={copy}>
          Copy all
        </Button>
        <Typography role="status" variant="body2" color="textSecondary">
          {copied && "Copied"}
        </Typography>
      </Box>
      {isRefused && <CopyBox label={label} text={text} />}
    </>
  );
}

/** Whether Enter would choose from the open list. */
export const hasHighlight = (input: HTMLInputElement | null): boolean =>
  input?.getAttribute("aria-expanded") === "true" && input.hasAttribute("aria-activedescendant");

/** Names the values that the list does not offer and that are kept all the same: a warning, never an error. */
export const KeptNote = ({ values }: { values: string[] }) => (
  <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
    Not in the list, kept as entered: {namedEntries(values)}
  </Typography>
);
