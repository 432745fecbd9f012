import { useEffect } from "react";
import { PRODUCT_NAME } from "../productName.ts";

/** Names the window after a panel while it is shown. */
export function useWindowTitle(panel: string): void {
  useEffect(() => {
    document.title = `${panel} | ${PRODUCT_NAME}`;
  }, [panel]);
}
