import { portalApp, stockApp, type App } from "./apps.ts";
import { signInVendor } from "./benchPortal.ts";
import { listedRecords } from "./listedRecords.ts";
import { LISTS, numberIn, vendorOf } from "./manyRecords.ts";
import { measurePolls, pollTable } from "./polls.ts";
import type { Scene } from "./scene.ts";
import { openSlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";
import { typedInto } from "./typing.ts";

/** Home with 100, 1,000 and 5,000 records beside a stock react-admin list, and what its polls cost. */
export async function homePart(scene: Scene): Promise<Table[]> {
  for (const count of LISTS) {
    const username = vendorOf(count);
    const vendor = await signInVendor(scene.portal, username);
    scene.peerData.lists.set(username, await listedRecords(vendor));
    const apps = [portalApp(scene.portal, username, vendor.storage), stockApp(scene.peers, username)];
    for (let run = 0; run < scene.runs; run += 1)
      for (const app of apps) await measureList(scene, app, count);
    await measurePolls(scene, vendor, count);
  }
  return [listTable(scene), pollTable(scene)];
}

async function measureList({ browser, samples }: Scene, app: App, count: number): Promise<void> {
  const { name, home, record, search, storage } = app;
  const slow = await openSlowPage(browser, { opening: { selector: record }, storage });
  const { page } = slow;
  samples.add(`${name} ${count} first`, await slow.open(home));
  await page.waitForTimeout(2000);
  const wanted = numberIn(Math.floor(count / 2));
  await page.locator(search).focus();
  const paste = () => page.keyboard.insertText(wanted);
  samples.add(`${name} ${count} filter`, await slow.timed("input", paste, { selector: record, exactly: 1 }));
  await page.keyboard.press("Control+A");
  const empty = () => page.keyboard.press("Delete");
  samples.add(`${name} ${count} clear`, await slow.timed("keydown", empty, { selector: record, atLeast: 2 }));
  await page.waitForTimeout(1000);
  samples.add(`${name} ${count} key`, ...(await typedInto(slow, search, wanted)));
  await slow.close();
}

function listTable({ samples }: Scene): Table {
  const rows = LISTS.flatMap((count) => {
    const many = count.toLocaleString("en-US");
    return [
      [`Navigation to the first of ${many} records`, "first"],
      [`Search text pasted to its one record of ${many}`, "filter"],
      [`Search of ${many} emptied to the first records`, "clear"],
      [`Keystroke to paint in the search of ${many}`, "key"],
    ].map(([words, what]) => [
      words!,
      ...["portal", "stock"].map((name) => samples.cell(`${name} ${count} ${what}`)),
    ]);
  });
  return {
    title: "Home, in milliseconds",
    note: "Signed in, nothing cached. The portal shows all records as cards; the stock list shows 25 a page, asks its server for every page and search, and waits half a second for more typing before it does.",
    columns: ["", "Portal", "Stock react-admin"],
    rows,
  };
}
