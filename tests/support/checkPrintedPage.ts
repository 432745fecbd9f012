import { act } from "@testing-library/react";

/** Runs a check while the page is prepared for printing. */
export async function checkPrintedPage(check: () => void | Promise<void>): Promise<void> {
  act(() => void dispatchEvent(new Event("beforeprint")));
  await check();
  act(() => void dispatchEvent(new Event("afterprint")));
}
