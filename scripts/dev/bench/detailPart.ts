import { listFilesToDecide, applyConflictChoice } from "../../../src/contract/conflicts/resolveConflicts.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { stockApp } from "./apps.ts";
import { signInVendor, type Vendor } from "./benchPortal.ts";
import { CONTESTED_VERSIONS, fileName, LARGE, LARGE_FOLDER } from "./largeModel.ts";
import { VENDOR, type Scene } from "./scene.ts";
import { openSlowPage } from "./slowPage.ts";
import type { Table } from "./table.ts";

const FIRST = { selector: "[role=treeitem]", text: fileName(0) };

/** A record with very many files, messages and versions, its tree beside react-admin's stock page with MUI X's tree of the same files. */
export async function detailPart(scene: Scene): Promise<Table[]> {
  const vendor = await signInVendor(scene.portal, VENDOR);
  scene.peerData.lists.set(VENDOR, [peerRecord()]);
  for (let run = 0; run < scene.runs; run += 1) {
    await measurePortal(scene, vendor.storage);
    await measurePeer(scene);
    await measureResolution(scene, vendor.storage);
    await measureChoice(scene, vendor);
    measureOutcome(scene);
  }
  return [detailTable(scene), resolutionTable(scene)];
}

async function measurePortal(scene: Scene, storage: Record<string, string>): Promise<void> {
  const { browser, samples, portal, largeRecords } = scene;
  const slow = await openSlowPage(browser, { opening: { selector: "[role=treeitem]" }, storage });
  const { page } = slow;
  samples.add("portal open", await slow.open(`${portal}/metadata_app/app/view/${largeRecords!.large}`));
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
  const { storage, home } = stockApp(peers, VENDOR);
  const slow = await openSlowPage(browser, { opening: { selector: "[role=treeitem]" }, storage });
  samples.add("stock open", await slow.open(`${home}#/records/1/show`));
  await slow.page.waitForTimeout(1000);
  const folder = slow.page.getByRole("treeitem").getByText(LARGE_FOLDER, { exact: true });
  samples.add("stock expand", await slow.clicked("click", folder, FIRST));
  await slow.close();
}

/** From the home list to the choice between the uploads, and to what choosing all files comes to. */
async function measureResolution(scene: Scene, storage: Record<string, string>): Promise<void> {
  const { browser, samples, portal, largeRecords } = scene;
  const slow = await openSlowPage(browser, { opening: { selector: "a[href*='/view/']" }, storage });
  const { page } = slow;
  await slow.open(`${portal}/metadata_app/app/`);
  await page.waitForTimeout(5000);
  const resolve = page.locator(`a[href$="/app/view/${largeRecords!.contested}"]`, { hasText: "Resolve Now" });
  const uploads = { selector: "[role=radiogroup][aria-label=Uploads]" };
  samples.add("resolution open", await slow.clicked("click", resolve, uploads));
  await page.waitForTimeout(3000);
  const button = (name: string) => page.getByRole("button", { name });
  const files = { selector: "[role=radiogroup]", atLeast: 3 };
  samples.add("resolution files", await slow.clicked("click", button("File by file"), files));
  const outcome = { selector: "[role=status]", text: "No conflicts will remain" };
  const newest = button("Choose the latest for the rest");
  samples.add("resolution outcome", await slow.clicked("click", newest, outcome));
  await slow.close();
}

/** The calls that such a page makes, and the choice of every file; it is taken back again. */
async function measureChoice({ samples, largeRecords }: Scene, { call, account }: Vendor): Promise<void> {
  const recordId = largeRecords!.contested;
  const timed = async <Answer>(name: string, ask: () => Promise<Answer>) => {
    const begun = performance.now();
    const answer = await ask();
    samples.add(name, performance.now() - begun);
    return answer;
  };
  const asked = { params: { recordId } };
  const { rows } = await timed("call conflicts", () => call(endpoints.recordConflicts, asked));
  await timed("call files", () => call(endpoints.listFiles, asked));
  await timed("call link", () => call(endpoints.downloadLink, asked));
  const { username } = account;
  const chosen = new Map(rows.map((row) => [row["filename"], String(row["upload_id"])]));
  const choice = { username, [`model_${RECORD_ID_KEY}`]: recordId, upload_ids: [...chosen.values()] };
  await timed("call choose", () => call(endpoints.resolveFileConflicts, { body: choice }));
  const undone = { username, [RECORD_ID_KEY]: recordId };
  await timed("call undo", () => call(endpoints.undoConflictResolution, { body: undone }));
}

/** What a choice comes to where nobody ever chose: every version of every file stands. */
function measureOutcome({ samples }: Scene): void {
  const uploads = Array.from({ length: CONTESTED_VERSIONS }, (_, at) => `upload ${CONTESTED_VERSIONS - at}`);
  const standing = uploads.toReversed().flatMap((uploadBatchId, version) =>
    Array.from({ length: LARGE.files }, (_, at) => ({
      uploadId: String(1_000_000 + version * LARGE.files + at),
      uploadBatchId,
      path: `Model_Files/${LARGE_FOLDER}/${fileName(at)}`,
      size: at,
      sha256: `${version} ${at}`,
    })),
  );
  const kept = new Set(
    listFilesToDecide([...standing], uploads).map(({ versions }) => versions[0]!.uploadId),
  );
  const begun = performance.now();
  applyConflictChoice(standing, { keptIds: kept, removedIds: new Set() });
  samples.add("outcome", performance.now() - begun);
}

const peerRecord = () => {
  const children = Array.from({ length: LARGE.files }, (_, at) => ({
    id: fileName(at),
    label: fileName(at),
  }));
  return { id: 1, title: LARGE_FOLDER, files: [{ id: LARGE_FOLDER, label: LARGE_FOLDER, children }] };
};

function detailTable({ samples }: Scene): Table {
  const rows = [
    ["Navigation to the first row of the tree", "open"],
    [`A folder of ${LARGE.files.toLocaleString("en-US")} files opened`, "expand"],
    ["Search text pasted to the one file it names", "search"],
    [`All ${LARGE.messages} messages shown`, "messages"],
    [`History of ${LARGE.versions} versions opened`, "history"],
  ].map(([words, what]) => [words!, ...["portal", "stock"].map((name) => samples.cell(`${name} ${what}`))]);
  return {
    title: "A record's page, in milliseconds",
    note: `${LARGE.files.toLocaleString("en-US")} files, ${LARGE.messages} messages, ${LARGE.versions} versions; signed in, nothing cached. The portal's page shows messages, metadata and files; the stock one a title and MUI X's tree, which has no search.`,
    columns: ["", "Portal", "Stock react-admin, MUI X tree"],
    rows,
  };
}

function resolutionTable({ samples }: Scene): Table {
  const rows = [
    ["Resolve Now to the choice between the uploads", "resolution open"],
    [`${LARGE.files.toLocaleString("en-US")} files, file by file`, "resolution files"],
    ["The newest taken of each, to what will happen", "resolution outcome"],
    ["Call: the conflicts", "call conflicts"],
    ["Call: the files", "call files"],
    ["Call: the download link", "call link"],
    ["Call: a version chosen of each file", "call choose"],
    ["Call: that undone", "call undo"],
    [`The outcome alone, all ${CONTESTED_VERSIONS} versions standing`, "outcome"],
  ].map(([words, what]) => [words!, samples.cell(what!)]);
  return {
    title: "Choosing between uploads, in milliseconds",
    note: `${CONTESTED_VERSIONS} versions of ${LARGE.files.toLocaleString("en-US")} files; the newest two stand, and differ in every file. Screens slowed, calls and the outcome not.`,
    columns: ["", "Portal"],
    rows,
  };
}
