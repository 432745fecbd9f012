import { useRestoreScrollPosition } from "react-admin";

export const SCROLL_POSITION_KEY = "reviews.scrollPosition";

/** Restored when a record leads back to the list. A component, so that scrolling does not render the table again. */
export function ScrollPosition() {
  useRestoreScrollPosition(SCROLL_POSITION_KEY);
  return null;
}
