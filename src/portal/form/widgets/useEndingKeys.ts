import { useRef, type KeyboardEvent, type RefObject } from "react";

/** Who ends an entry with Enter or a comma means it as it is; who leaves it there, or submits, may have more to type. */
export type Ending = "meant" | "left" | "submitted";

/** Which keys end the text: Tab, and Enter where it chooses nothing from the open list. */
export function useEndingKeys(input: RefObject<HTMLInputElement | null>, isAmbiguous: () => boolean) {
  /** Whether the keys led through the list since the text was typed: without, the first of several is not meant. */
  const isPicked = useRef(false);
  return {
    begin: () => void (isPicked.current = false),
    endingOf({ key, shiftKey }: KeyboardEvent): Ending | undefined {
      isPicked.current ||= /^(Arrow(Up|Down)|Page|Home|End)/.test(key);
      if (key === "Tab" && !shiftKey) return "left";
      if (key !== "Enter") return undefined;
      return hasHighlight(input.current) && (isPicked.current || !isAmbiguous()) ? undefined : "meant";
    },
  };
}

/** Whether Enter would choose from the open list. */
const hasHighlight = (input: HTMLInputElement | null): boolean =>
  input?.getAttribute("aria-expanded") === "true" && input.hasAttribute("aria-activedescendant");

/** The key of a composition that Safari tells of once it is over. */
const COMPOSED = 229;

/** While a word is composed, as for Chinese, its keys are the composition's. */
export const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  ("keyCode" in nativeEvent && nativeEvent.keyCode === COMPOSED) ||
  ("isComposing" in nativeEvent && nativeEvent.isComposing === true);
