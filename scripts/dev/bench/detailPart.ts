import { DEMO_VENDOR } from "../lib/vendor.ts";
import { CONFLICT_VERSION_COUNT, LARGE_FILE_COUNT, LARGE_FOLDER, largeFileName } from "./benchData.ts";
import type { BrowserBench } from "./browserBench.ts";
import { buildReactAdminApp } from "./listApps.ts";
import { buildTable, type Table } from "./results.ts";
import { openSlowPage } from "./slowPage.ts";

const TREE_ROW = { selector: "[role=treeitem]" };
const FIRST_FILE = { ...TREE_ROW, text: largeFileName(0) };
const FILE_COUNT = LARGE_FILE_COUNT.toLocaleString("en-US");

/** Measures a record with 10,000 files next to react-admin's page with MUI X's tree, and opening a large conflict. */
export async function measureDetail(bench: BrowserBench): Promise<Table[]> {
  bench.peerData.lists.set(DEMO_VENDOR, [buildPeerRecord()]);
  for (let run = 0; run < bench.runs; run += 1) {
    await measurePortalTree(bench);
    await measurePeerTree(bench);
    await measureConflict(bench);
  }
  const columns = { Portal: "portal", "Plain react-admin, MUI X tree": "react-admin" };
  return [
    buildTable(bench.samples, columns, {
      title: "Record page, in milliseconds",
      note: `Signed in, no cache. The conflict is between two uploads of ${FILE_COUNT} files that all differ, of ${CONFLICT_VERSION_COUNT} versions.`,
      rows: [
        { label: `Record of ${FILE_COUNT} files: first row of its tree`, key: "tree" },
        { label: `Record of ${FILE_COUNT} files: open a folder of ${FILE_COUNT}`, key: "folder" },
        { label: "Resolve Now until the conflict can be decided", key: "conflict" },
      ],
    }),
  ];
}

async function measurePortalTree({ browser, samples, portal, largeRecords, vendor }: BrowserBench) {
  const slow = await openSlowPage(browser, { opening: TREE_ROW, storage: vendor.storage });
  const url = `${portal}/metadata_app/app/view/${largeRecords!.withManyFiles}`;
  samples.add("portal tree", await slow.open(url));
  await slow.page.waitForTimeout(3000);
  const folder = slow.page.getByRole("treeitem", { name: LARGE_FOLDER, exact: true });
  samples.add("portal folder", await slow.measureClick("click", folder, FIRST_FILE));
  await slow.close();
}

async function measurePeerTree({ browser, samples, peers }: BrowserBench) {
  const { storage, homeUrl } = buildReactAdminApp(peers, DEMO_VENDOR);
  const slow = await openSlowPage(browser, { opening: TREE_ROW, storage });
  samples.add("react-admin tree", await slow.open(`${homeUrl}#/records/1/show`));
  await slow.page.waitForTimeout(1000);
  const folder = slow.page.getByRole("treeitem").getByText(LARGE_FOLDER, { exact: true });
  samples.add("react-admin folder", await slow.measureClick("click", folder, FIRST_FILE));
  await slow.close();
}

async function measureConflict({ browser, samples, portal, largeRecords, vendor }: BrowserBench) {
  const opening = { selector: "a[href*='/view/']" };
  const slow = await openSlowPage(browser, { opening, storage: vendor.storage });
  await slow.open(`${portal}/metadata_app/app/`);
  await slow.page.waitForTimeout(5000);
  const link = `a[href$="/app/view/${largeRecords!.withConflict}"]`;
  const resolve = slow.page.locator(link, { hasText: "Resolve Now" });
  const uploads = { selector: "[role=radiogroup][aria-label=Uploads]" };
  samples.add("portal conflict", await slow.measureClick("click", resolve, uploads));
  await slow.close();
}

function buildPeerRecord() {
  const children = Array.from({ length: LARGE_FILE_COUNT }, (_, index) => ({
    id: largeFileName(index),
    label: largeFileName(index),
  }));
  return { id: 1, title: LARGE_FOLDER, files: [{ id: LARGE_FOLDER, label: LARGE_FOLDER, children }] };
}
