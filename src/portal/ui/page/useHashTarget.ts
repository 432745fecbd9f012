import { useEffect, useState } from "react";
import { useLocation } from "react-router";

const focusElement = (element: HTMLElement) => element.focus();

/**
 * Reveals the element that the URL's hash names, on page load or after a link. @param prefix only ids with this prefix
 * @param onNavigate called before `reveal`, for example to expand a section @param reveal must be a stable function
 */
export function useHashTarget(prefix: string, onNavigate?: () => void, reveal = focusElement): void {
  const { hash, key } = useLocation();
  const targetId = hash.startsWith(`#${prefix}`) ? hash.slice(1) : "";
  const [handledKey, setHandledKey] = useState<string>();
  if (targetId !== "" && handledKey !== key) {
    setHandledKey(key);
    onNavigate?.();
  }
  useEffect(() => {
    const element = targetId === "" ? null : document.getElementById(targetId);
    if (element) reveal(element);
  }, [targetId, key, reveal]);
}
