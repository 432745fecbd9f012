import type { Contender } from "./contenders.ts";
import type { SlowPage } from "./slowPage.ts";

const OPTION = "[role=listbox] [role=option]";
const CHOSEN = `${OPTION}[aria-selected=true]`;

/** From the press on the field to the list of units painted. */
export async function openUnits(slow: SlowPage, { unitsOpener }: Contender): Promise<number> {
  const opener = slow.page.locator(unitsOpener).first();
  await opener.scrollIntoViewIfNeeded();
  await slow.page.waitForTimeout(300);
  const time = await slow.timed("pointerdown", () => opener.click(), { selector: OPTION });
  await slow.page.waitForTimeout(500);
  return time;
}

/** From the press on a unit that is not chosen to its mark painted. The list is open and stays open. */
export async function chooseUnit(slow: SlowPage): Promise<number> {
  const before = await slow.page.locator(CHOSEN).count();
  const option = slow.page.locator(`${OPTION}[aria-selected=false]`).first();
  await option.scrollIntoViewIfNeeded();
  const shown = { selector: CHOSEN, atLeast: before + 1 };
  const time = await slow.timed("pointerdown", () => option.click(), shown);
  await slow.page.waitForTimeout(300);
  return time;
}
