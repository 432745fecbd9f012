import { signInVendor } from "./benchPortal.ts";
import { fileName, LARGE, LARGE_FOLDER } from "./largeModel.ts";
import { VENDOR, type Scene } from "./scene.ts";
import { openSlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";

const FIRST = { selector: "[role=treeitem]", text: fileName(0) };

/** A record with very many files, messages and versions, its tree beside MUI X's own tree view of the same files. */
export async function detailPart(scene: Scene): Promise<Table[]> {
  const { storage } = await signInVendor(scene.portal, VENDOR);
  scene.peerData.tree = peerTree();
  for (let run = 0; run < scene.runs; run += 1) {
    await measurePortal(scene, storage);
    await measurePeer(scene);
  }
  return [detailTable(scene)];
}

async function measurePortal(scene: Scene, storage: Record<string, string>): Promise<void> {
  const { browser, samples, portal, largeRecord } = scene;
  const slow = await openSlowPage(browser, { opening: { selector: "[role=treeitem]" }, storage });
  const { page } = slow;
  samples.add("portal open", await slow.open(`${portal}/metadata_app/app/view/${largeRecord}`));
  await page.waitForTimeout(3000);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const messages = { selector: "[aria-label=Messages] > li", atLeast: LARGE.messages };
  samples.add("portal messages", await slow.clicked("click", button(/^Show all messages/), messages));
  await button(/^Show last/).click();
  const folder = page.getByRole("treeitem", { name: LARGE_FOLDER, exact: true });
  samples.add("portal expand", await slow.clicked("click", folder, FIRST));
  await page.getByRole("searchbox", { name: "Search files" }).focus();
  await page.waitForTimeout(1000);
  const paste = () => page.keyboard.insertText(fileName(LARGE.files / 2));
  const found = { selector: "[role=status]", text: "1 found" };
  samples.add("portal search", await slow.timed("input", paste, found));
  const versions = { selector: "[role=dialog] li" };
  samples.add("portal history", await slow.clicked("click", button("View History"), versions));
  await slow.close();
}

async function measurePeer({ browser, samples, peers }: Scene): Promise<void> {
  const slow = await openSlowPage(browser, { opening: { selector: "[role=treeitem]" } });
  samples.add("plain open", await slow.open(`${peers}/plain-tree/`));
  await slow.page.waitForTimeout(1000);
  const folder = slow.page.getByText(LARGE_FOLDER, { exact: true });
  samples.add("plain expand", await slow.clicked("click", folder, FIRST));
  await slow.close();
}

const peerTree = () => [
  {
    id: LARGE_FOLDER,
    label: LARGE_FOLDER,
    children: Array.from({ length: LARGE.files }, (_, at) => ({ id: fileName(at), label: fileName(at) })),
  },
];

function detailTable({ samples }: Scene): Table {
  const rows = [
    ["Navigation to the first row of the tree", "open"],
    [`A folder of ${LARGE.files.toLocaleString("en-US")} files opened`, "expand"],
    ["Search text pasted to the one file it names", "search"],
    [`All ${LARGE.messages} messages shown`, "messages"],
    [`History of ${LARGE.versions} versions opened`, "history"],
  ].map(([words, what]) => [words!, ...["portal", "plain"].map((name) => samples.cell(`${name} ${what}`))]);
  return {
    title: "A record's page, in milliseconds",
    note: `${LARGE.files.toLocaleString("en-US")} files, ${LARGE.messages} messages, ${LARGE.versions} versions; signed in, nothing cached. The portal's page shows messages, metadata and files, the other nothing but the tree, which has no search.`,
    columns: ["", "Portal", "Plain MUI X tree"],
    rows,
  };
}
