import { useState } from "react";
import type { UseAutocompleteProps } from "@mui/material/useAutocomplete";
import { isTypersDoing } from "./isTypersDoing.ts";

type Search = Required<
  Pick<UseAutocompleteProps<unknown, true, false, false>, "inputValue" | "onInputChange">
>;

/**
 * What is typed to find a choice of many. Choosing, clearing and leaving empty it. A value that changes meanwhile, as
 * when the form takes in the choice before, does not: that would eat the first letters of the next search.
 *
 * @returns two props of `useAutocomplete`
 */
export function useSearchText(): Search {
  const [inputValue, setInputValue] = useState("");
  return {
    inputValue,
    onInputChange(event, next, reason) {
      if (isTypersDoing(event, reason)) setInputValue(next);
    },
  };
}
