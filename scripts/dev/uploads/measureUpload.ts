import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { openFromStore } from "../../verify-upload/openStored.ts";
import { parseReceipt, verifyReceipt } from "../../verify-upload/verifyReceipt.ts";
import { readMemory, readPeakMemory, resetPeakMemory } from "../lib/processMemory.ts";
import { startServerOnly, type Product } from "../lib/startProduct.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { createBlockUpload } from "./blockUpload.ts";
import { writeModelZip, type ModelSize } from "./modelZip.ts";
import type { Sender } from "./senders.ts";
import {
  completeUpload,
  createModelRecord,
  getDownloadUrl,
  getReceipt,
  hashFile,
  requestUpload,
  waitUntilCatalogued,
} from "./vendorUploads.ts";

export interface UploadMeasurement {
  /** Size of the zip. */
  bytes: number;
  sendMs: number;
  /** From the script's last step until the zip was hashed and checked. */
  checkMs: number;
  /** Until all files were stored. */
  extractMs: number;
  /** Until all files were listed. */
  catalogueMs: number;
  /** For reading the zip's list of entries by range requests. */
  directoryMs: number;
  /** Peak memory of the server over idle. */
  memoryGrowthBytes: number;
  /** Files that are not stored as the receipt says. */
  differenceCount: number;
}

interface MeasureOptions {
  folder: string;
  size: ModelSize;
  send: Sender;
  /** Called before the zip is sent. */
  onZipWritten?: ((zip: string) => Promise<void>) | undefined;
  onProgress: (step: string) => void;
}

/** Sends a model of the given size to a new server and measures sending and processing. */
export async function measureUpload(options: MeasureOptions): Promise<UploadMeasurement> {
  const { folder, size, send, onZipWritten, onProgress } = options;
  onProgress("starting a server");
  const server = await startUploadServer(folder);
  try {
    const vendor = await signIn(server.url);
    await warmUp(vendor, folder);
    onProgress("writing the zip");
    const record = await createModelRecord(vendor);
    const zip = join(folder, "model.zip");
    await writeModelZip(zip, record, size);
    await onZipWritten?.(zip);
    const digest = await hashFile(zip);
    const ticket = await requestUpload(vendor, record.id);
    await delay(IDLE_MS);
    onProgress("sending");
    const pid = server.pid()!;
    const idleBytes = await readMemory(pid);
    await resetPeakMemory(pid);
    const start = performance.now();
    await send(zip, ticket, record);
    const sendMs = performance.now() - start;
    onProgress(`sent in ${(sendMs / 1000).toFixed(1)} s, processing`);
    await completeUpload(ticket, digest);
    const { received, checked, extracted, catalogued } = await waitUntilCatalogued(vendor, record.id);
    const times = [received, checked, extracted, catalogued].map((time) => Date.parse(time ?? ""));
    const [checkMs, extractMs, catalogueMs] = [1, 2, 3].map((index) => times[index]! - times[index - 1]!);
    const memoryGrowthBytes = (await readPeakMemory(pid)) - idleBytes;
    await rm(zip);
    onProgress("comparing the stored files with the receipt");
    const receipt = await getReceipt(vendor, record.id, ticket.uploadBatchId);
    const zipUrl = await getDownloadUrl(vendor, record.id, String(receipt["path"]));
    return {
      ...{ bytes: digest.size, sendMs, memoryGrowthBytes },
      ...{ checkMs: checkMs!, extractMs: extractMs!, catalogueMs: catalogueMs! },
      directoryMs: await measureDirectory(zipUrl, digest.size),
      differenceCount: (await findStoreDifferences(server, record.id, receipt)).length,
    };
  } catch (error) {
    onProgress(`failed; output of the server: ${server.output()}`);
    throw error;
  } finally {
    await server.remove();
  }
}

/** Starts a server without the portal, on a new data folder that is deleted with this process. */
export const startUploadServer = async (parent?: string): Promise<Product> =>
  startServerOnly({ DATA_DIR: await createTemporaryFolder("flood-server-", parent), LOG_LEVEL: "error" });

const IDLE_MS = 3000;
const WARM_UP_SIZE = { files: 60, bytes: 12 * 1024 * 1024, isCompressed: true };

/** Uploads a small model, so that memory used once at the first upload does not count as growth. */
export async function warmUp(vendor: Vendor, folder: string): Promise<void> {
  const record = await createModelRecord(vendor);
  const zip = join(folder, "warm-up.zip");
  await writeModelZip(zip, record, WARM_UP_SIZE);
  const ticket = await requestUpload(vendor, record.id);
  const upload = createBlockUpload(ticket, await readFile(zip), 1024 * 1024);
  await upload.send();
  await upload.commit();
  await completeUpload(ticket, await hashFile(zip));
  await waitUntilCatalogued(vendor, record.id);
  await rm(zip);
}

/** Lists the files that are not stored as the receipt says. */
export async function findStoreDifferences(
  { dataDir }: Product,
  recordId: string,
  receipt: JsonObject,
): Promise<string[]> {
  const differences: string[] = [];
  const open = openFromStore({ dataDir, storageContainer: "ms2" }, recordId);
  await verifyReceipt(parseReceipt(JSON.stringify(receipt)), open, ({ path, difference }) => {
    if (difference) differences.push(`${path} ${difference}`);
  });
  return differences;
}

/** Reads the list of entries of a stored zip by range requests, as the server does. */
async function measureDirectory(url: string, size: number): Promise<number> {
  const access: RandomAccess = {
    size,
    async read(offset, length) {
      const headers = { "x-ms-range": `bytes=${offset}-${offset + length - 1}` };
      const response = await fetch(url, { headers });
      if (response.status !== 206 || !response.body)
        throw new Error(`The store returned ${response.status}.`);
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    },
  };
  const start = performance.now();
  const { errors } = await readBufferedZipDirectory(access);
  if (errors.length > 0) throw new Error(errors[0]!.text);
  return performance.now() - start;
}
