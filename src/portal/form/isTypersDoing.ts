import type { AutocompleteInputChangeReason } from "@mui/material/useAutocomplete";
import { isWindowLeft } from "./isWindowLeft.ts";

/**
 * Whether a change of a choice's input text is for whoever types to see: typing, choosing, clearing, leaving. It is not
 * when the value came anew from outside, nor when only the window was left: what is typed stays then.
 *
 * @param event what changed the text; none where the value did
 */
export const isTypersDoing = (
  event: { target: EventTarget | null },
  reason: AutocompleteInputChangeReason,
): boolean => reason !== "reset" && !(reason === "blur" && isWindowLeft(event));
