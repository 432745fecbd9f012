import { useRef, type KeyboardEvent, type RefObject } from "react";

/** `confirmed`: by Enter or a comma. `blurred`: by Tab or by leaving the field. */
export type CommitReason = "confirmed" | "blurred" | "submitted";

/** Tab commits the text. Enter does unless it chooses from the open list. */
export function useCommitKeys(input: RefObject<HTMLInputElement | null>, isAmbiguous: () => boolean) {
  /** Without navigation, Enter on an ambiguous text does not choose the highlighted first option. */
  const hasNavigatedList = useRef(false);
  return {
    resetNavigation: () => void (hasNavigatedList.current = false),
    getCommitReason({ key, shiftKey }: KeyboardEvent): CommitReason | undefined {
      hasNavigatedList.current ||= /^(Arrow(Up|Down)|Page|Home|End)/.test(key);
      if (key === "Tab" && !shiftKey) return "blurred";
      if (key !== "Enter") return undefined;
      const choosesOption = hasHighlight(input.current) && (hasNavigatedList.current || !isAmbiguous());
      return choosesOption ? undefined : "confirmed";
    },
  };
}

const hasHighlight = (input: HTMLInputElement | null): boolean =>
  input?.getAttribute("aria-expanded") === "true" && input.hasAttribute("aria-activedescendant");

/** Safari sends this key code after an IME composition ends. */
const IME_KEY_CODE = 229;

/** During an IME composition, for example of Chinese, the keys belong to the IME. */
export const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  ("keyCode" in nativeEvent && nativeEvent.keyCode === IME_KEY_CODE) ||
  ("isComposing" in nativeEvent && nativeEvent.isComposing === true);
