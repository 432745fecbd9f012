import type { AutocompleteRenderInputParams } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { InputAria } from "../formScope.ts";

/** How an open list looks: apart from the page by a hairline. */
export const LIST = { paper: { variant: "outlined", sx: { mt: 0.5 } } } as const;

interface ChoiceTextProps {
  params: AutocompleteRenderInputParams;
  aria: Partial<InputAria>;
}

/** The text input inside a choice or a list of entries. Its label stands above it, outside. */
export function ChoiceText({ params, aria }: ChoiceTextProps) {
  const { slotProps, ...rest } = params;
  return (
    <TextField
      {...rest}
      hiddenLabel
      error={aria["aria-invalid"] ?? false}
      slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, ...aria } }}
    />
  );
}
