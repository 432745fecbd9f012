import { act } from "@testing-library/react";

/** Looks at the page as it is printed. */
export async function onPaper(look: () => void | Promise<void>): Promise<void> {
  act(() => void dispatchEvent(new Event("beforeprint")));
  await look();
  act(() => void dispatchEvent(new Event("afterprint")));
}
