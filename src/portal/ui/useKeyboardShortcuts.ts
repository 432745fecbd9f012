import { useEffect, useEffectEvent } from "react";

/**
 * Single-letter shortcuts for the whole page, except in inputs and other elements that handle letters themselves.
 *
 * @param onKey returns true if it handled the key
 */
export function useKeyboardShortcuts(onKey: (key: string) => boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || handlesOwnKeys(event)) return;
    // Caps Lock sends upper-case letters.
    if (onKey(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
}

const handlesOwnKeys = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    "input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=tree], [role=menu], [role=dialog], [role=listbox]",
  ) !== null;
