import { useState } from "react";
import type { UseAutocompleteProps } from "@mui/material/useAutocomplete";
import { isTypersDoing } from "./isTypersDoing.ts";

type Text = Required<
  Pick<UseAutocompleteProps<unknown, false, false, false>, "inputValue" | "onInputChange">
>;

/**
 * What stands in the input of a single choice: the label of the chosen one, or what is typed to find another.
 * Choosing, clearing, leaving and another value end the typing. A label that comes late, with its list, does not.
 *
 * @returns two props of `useAutocomplete`
 */
export function useChoiceText(value: string | undefined, label: string): Text {
  const [typed, setTyped] = useState<{ text: string; over: string | undefined }>();
  if (typed && typed.over !== value) setTyped(undefined);
  return {
    inputValue: typed?.text ?? label,
    onInputChange(event, text, reason) {
      if (isTypersDoing(event, reason))
        setTyped(reason === "input" && text !== label ? { text, over: value } : undefined);
    },
  };
}
