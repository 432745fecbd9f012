import type { SlowPage } from "./slowPage.ts";

/** A quick typist's pause between two keys; shorter than what any form waits for. */
const BETWEEN_KEYS = 40;

/** Types at the end of a field; answers the time from each key to the frame that shows it. */
export async function typedInto(slow: SlowPage, field: string, text: string): Promise<number[]> {
  await toTheEndOf(slow, field);
  const times: number[] = [];
  for (const key of text) {
    times.push(await slow.timed("keydown", () => slow.page.keyboard.press(key === " " ? "Space" : key)));
    await slow.page.waitForTimeout(BETWEEN_KEYS);
  }
  return times;
}

/** Focuses a field, its caret behind its text, and waits until the page is quiet again. */
async function toTheEndOf({ page }: SlowPage, field: string): Promise<void> {
  const input = page.locator(field);
  await input.focus();
  await input.evaluate((element: HTMLInputElement | HTMLTextAreaElement) =>
    element.setSelectionRange?.(element.value.length, element.value.length),
  );
  await page.waitForTimeout(500);
}
