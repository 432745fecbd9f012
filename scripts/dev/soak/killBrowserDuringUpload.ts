import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Route } from "playwright-core";
import {
  getFolderIdentifier,
  metadataFileName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { planModelZip } from "../../../src/contract/uploads/planModelZip.ts";
import { BLOCK_MIB, MAX_PARALLEL_BLOCKS } from "../../../src/portal/browser-upload/worker/runUpload.ts";
import {
  computeChecksums,
  layOutMembers,
  readZipRange,
} from "../../../src/portal/browser-upload/worker/zipContent.ts";
import { openFromStore } from "../../verify-upload/openStored.ts";
import { parseReceipt } from "../../verify-upload/verifyReceipt.ts";
import { killBrowser } from "../lib/browserProcesses.ts";
import { launchChromiumProfile } from "../lib/chromium.ts";
import { createProgress } from "../lib/progress.ts";
import { startProduct, type Product } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { findStoreDifferences } from "../uploads/measureUpload.ts";
import { writeModelFolder } from "../uploads/modelFolder.ts";
import { openUploadPage } from "../uploads/uploadPage.ts";
import {
  createModelRecord,
  getReceipt,
  getUploadProgress,
  waitUntilCatalogued,
  type ModelRecord,
} from "../uploads/vendorUploads.ts";

interface BrowserKillResult {
  kills: number;
  /** Blocks of the zip. */
  blocks: number;
  /** The most blocks sent again after one kill. */
  maxResentBlocks: number;
  /** What is stored and differs from the folder. */
  differences: string[];
}

interface BrowserKillOptions {
  kills: number;
  megabytes: number;
}

const MB = 1000 ** 2;
const FILE_COUNT = 1000;
const BLOCK_BYTES = BLOCK_MIB * 1024 ** 2;
const BLOCK_DELAY_MS = 200;
const MAX_KILL_DELAY_MS = 150;

/** Kills the browser repeatedly during one upload, resumes it each time, and compares what arrived with the folder. */
export async function killBrowserDuringUpload(options: BrowserKillOptions): Promise<BrowserKillResult> {
  const onProgress = createProgress("browser kills");
  const dataDir = await createTemporaryFolder("flood-soak-data-");
  const product = await startProduct({ LOG_LEVEL: "error", DATA_DIR: dataDir });
  try {
    const vendor = await signIn(product.url);
    const record = await createModelRecord(vendor);
    onProgress("writing the folder");
    const parent = await createTemporaryFolder("flood-soak-model-");
    const size = { files: FILE_COUNT, bytes: options.megabytes * MB };
    const folder = await writeModelFolder(parent, record, size);
    const sent = await uploadWithKills({ ...options, vendor, record, folder, onProgress });
    onProgress("comparing what arrived with the folder");
    await waitUntilCatalogued(vendor, record.id);
    return { ...sent, ...(await compareWithFolder(product, vendor, record, folder)) };
  } finally {
    await product.remove();
  }
}

interface UploadWithKills extends BrowserKillOptions {
  vendor: Vendor;
  record: ModelRecord;
  folder: string;
  onProgress: (step: string) => void;
}

async function uploadWithKills({ kills, megabytes, vendor, record, folder, onProgress }: UploadWithKills) {
  const profile = await createTemporaryFolder("flood-soak-profile-");
  const blocksPerKill = Math.floor((megabytes * MB) / BLOCK_BYTES / (kills + 1)) - MAX_PARALLEL_BLOCKS;
  const sentIds = new Set<string>();
  const result = { kills: 0, maxResentBlocks: 0 };
  for (let hasArrived = false; !hasArrived;) {
    const context = await launchChromiumProfile(profile);
    await context.route((url) => getBlockId(url.href) !== undefined, continueSlowly);
    const blocks = watchBlocks(context);
    const isResumed = sentIds.size > 0;
    const upload = await openUploadPage(context, vendor, record.id, { isResumed });
    await upload.chooseFolder(folder);
    if (!isResumed) await upload.start();
    const arrival = upload.waitForArrival().then(() => true);
    // Rejects when the browser is killed.
    arrival.catch(() => undefined);
    const isKilled = result.kills < kills;
    const storedBlocks = 1 + Math.floor(Math.random() * Math.max(1, blocksPerKill));
    hasArrived = await Promise.race([arrival, ...(isKilled ? [blocks.waitUntilStored(storedBlocks)] : [])]);
    if (hasArrived) await context.close();
    else {
      await delay(Math.random() * MAX_KILL_DELAY_MS);
      await killBrowser(context.browser()!);
      result.kills += 1;
      // The last blocks may have arrived just before the kill.
      hasArrived = Boolean((await getUploadProgress(vendor, record.id)).received);
    }
    const resent = blocks.listSent().filter((id) => sentIds.has(id)).length;
    result.maxResentBlocks = Math.max(result.maxResentBlocks, resent);
    for (const id of blocks.listSent()) sentIds.add(id);
    onProgress(`${result.kills} kills, ${sentIds.size} blocks sent, ${resent} of them again in this run`);
  }
  return result;
}

const getBlockId = (url: string) => /comp=block&blockid=([^&]*)/.exec(url)?.[1];

/** On a fast line, the upload could end before the last kill. */
async function continueSlowly(route: Route): Promise<void> {
  await delay(BLOCK_DELAY_MS);
  // Rejects when the browser is killed.
  await route.continue().catch(() => undefined);
}

/** The blocks that one run of the browser sends. */
function watchBlocks(context: BrowserContext) {
  const sent = new Set<string>();
  let storedCount = 0;
  let onStored: () => void = () => undefined;
  context.on("request", (request) => {
    const id = request.method() === "PUT" ? getBlockId(request.url()) : undefined;
    if (id !== undefined) sent.add(id);
  });
  context.on("response", (response) => {
    if (response.status() !== 201 || getBlockId(response.url()) === undefined) return;
    storedCount += 1;
    onStored();
  });
  return {
    listSent: () => [...sent],
    /** Resolves with false, so that the upload continues. */
    waitUntilStored: (count: number) =>
      new Promise<false>((resolve) => {
        onStored = () => {
          if (storedCount >= count) resolve(false);
        };
        onStored();
      }),
  };
}

async function compareWithFolder(
  product: Product,
  vendor: Vendor,
  record: ModelRecord,
  folder: string,
): Promise<Pick<BrowserKillResult, "blocks" | "differences">> {
  const { uploadBatchId } = await getUploadProgress(vendor, record.id);
  const receipt = await getReceipt(vendor, record.id, uploadBatchId);
  const { files } = parseReceipt(JSON.stringify(receipt));
  const metadataPath = files.find(({ path }) => path.endsWith(`/${metadataFileName(record.id)}`))!.path;
  const open = openFromStore({ dataDir: product.dataDir, storageContainer: "ms2" }, record.id);
  const metadataFile = await buffer((await open(metadataPath))!);
  const hash = await hashFolderAsZip(folder, record, new Blob([new Uint8Array(metadataFile)]));
  const differences = await findStoreDifferences(product, record.id, receipt);
  if (hash !== receipt["sha256"]) differences.unshift("the zip differs from the folder");
  return { blocks: Math.ceil(Number(receipt["size"]) / BLOCK_BYTES), differences };
}

/** The SHA-256 of the zip that the browser makes of the folder. */
async function hashFolderAsZip(
  folder: string,
  { id: recordId, rootFolder }: ModelRecord,
  metadataFile: Blob,
): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const [content, { size, mtimeMs }] = await Promise.all([openAsBlob(path), stat(path)]);
      return { path: relative(dirname(folder), path), size, modified: Math.floor(mtimeMs), content };
    }),
  );
  const { members } = planModelZip<Blob>(
    { files, emptyFolders: [], deniedPaths: [] },
    {
      ...{ rootFolder, identifier: getFolderIdentifier(rootFolder), recordId },
      metadataFile: { size: metadataFile.size, content: metadataFile },
    },
  );
  const { checksums } = await computeChecksums(members, () => undefined);
  const layout = layOutMembers(members.map((one) => ({ ...one, crc32: checksums.get(one.path) })));
  const hash = createHash("sha256");
  for (let first = 0; first < layout.size; first += BLOCK_BYTES) {
    const last = Math.min(layout.size, first + BLOCK_BYTES) - 1;
    hash.update((await readZipRange(layout, first, last)).bytes);
  }
  return hash.digest("hex");
}
