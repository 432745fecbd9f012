import { signIn } from "../lib/vendor.ts";
import { LIST_SIZES, listVendorName, recordNumber } from "./benchData.ts";
import type { BrowserBench } from "./browserBench.ts";
import { LIST_COLUMNS, buildListApps, type ListApp } from "./listApps.ts";
import { buildTable, type Table } from "./results.ts";
import { openSlowPage } from "./slowPage.ts";

/** Measures Home with 100, 1,000 and 5,000 records next to react-admin's own list. */
export async function measureHome(bench: BrowserBench): Promise<Table[]> {
  for (const count of LIST_SIZES) {
    const vendor = await signIn(bench.portal, listVendorName(count));
    const apps = await buildListApps(bench, vendor);
    for (let run = 0; run < bench.runs; run += 1)
      for (const app of apps) await measureList(bench, app, count);
  }
  return [
    buildTable(bench.samples, LIST_COLUMNS, {
      title: "Home, in milliseconds",
      note: "Signed in, no cache. The portal shows all records as cards; react-admin's own list shows 25 per page, loads each page and search from its server, and waits half a second for more typing.",
      rows: LIST_SIZES.flatMap((count) => {
        const records = `${count.toLocaleString("en-US")} records`;
        return [
          { label: `First of ${records}`, key: `${count} first` },
          { label: `Pasted search, ${records}`, key: `${count} search` },
          { label: `Keystroke in the search, ${records}`, key: `${count} key` },
        ];
      }),
    }),
  ];
}

async function measureList({ browser, samples }: BrowserBench, app: ListApp, count: number): Promise<void> {
  const { name, homeUrl, record, search, storage } = app;
  const slow = await openSlowPage(browser, { opening: { selector: record }, storage });
  const { page } = slow;
  samples.add(`${name} ${count} first`, await slow.open(homeUrl));
  await page.waitForTimeout(2000);
  const text = recordNumber(Math.floor(count / 2));
  await page.locator(search).focus();
  const paste = () => page.keyboard.insertText(text);
  const onlyRecord = { selector: record, exactly: 1 };
  samples.add(`${name} ${count} search`, await slow.measure("input", paste, onlyRecord));
  await page.locator(search).fill("");
  await page.waitForTimeout(1500);
  samples.add(`${name} ${count} key`, ...(await slow.measureTyping(search, text)));
  await slow.close();
}
