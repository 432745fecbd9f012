import type { Contender } from "./contenders.ts";
import type { SlowPage } from "./slowPage.ts";

const OPTION = "[role=listbox] [role=option]";
const CHOSEN = `${OPTION}[aria-selected=true]`;

/** From the press on the field to the list of units painted. */
export async function openUnits(slow: SlowPage, { unitsOpener }: Contender): Promise<number> {
  const opener = slow.page.locator(unitsOpener).first();
  const time = await slow.clicked("pointerdown", opener, { selector: OPTION });
  await slow.page.waitForTimeout(500);
  return time;
}

/** From the click on a unit that is not chosen to its mark painted. The list is open and stays open. */
export async function chooseUnit(slow: SlowPage): Promise<number> {
  const before = await slow.page.locator(CHOSEN).count();
  const option = slow.page.locator(`${OPTION}[aria-selected=false]`).first();
  const time = await slow.clicked("click", option, { selector: CHOSEN, atLeast: before + 1 });
  await slow.page.waitForTimeout(300);
  return time;
}
