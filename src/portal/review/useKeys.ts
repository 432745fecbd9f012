import { useEffect, useEffectEvent } from "react";

/**
 * Hears single letters, wherever on the page the keyboard is, but for where they are typed.
 *
 * @param onKey answers whether the letter meant something
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || hasOwnKeys(event)) return;
    // Under Caps Lock the letters are capitals.
    if (onKey(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

/** In a field letters are letters, in a tree, a menu or a list they search, and a dialog has keys of its own. */
const hasOwnKeys = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    "input, textarea, select, [contenteditable], [role=tree], [role=menu], [role=dialog], [role=listbox]",
  ) !== null;
