import { useEffect, useState } from "react";
import { useLocation } from "react-router";

const focus = (element: HTMLElement) => element.focus();

/**
 * Shows the place on the page that the address leads to after its `#`: on opening the page, or by a link on it.
 *
 * @param prefix what the ids of these places begin with
 * @param onCome called first, for whatever hides the place to be undone
 * @param show brings the place before the user; keep it stable
 */
export function useLedTo(prefix: string, onCome?: () => void, show = focus): void {
  const { hash, key } = useLocation();
  const place = hash.startsWith(`#${prefix}`) ? hash.slice(1) : "";
  const [comeTo, setComeTo] = useState<string>();
  if (place !== "" && comeTo !== key) {
    setComeTo(key);
    onCome?.();
  }
  useEffect(() => {
    const element = place === "" ? null : document.getElementById(place);
    if (element) show(element);
  }, [place, key, show]);
}
