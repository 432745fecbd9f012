import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Product } from "../lib/startProduct.ts";
import { signIn } from "../lib/vendor.ts";
import { createBlockUpload } from "../uploads/blockUpload.ts";
import { startUploadServer } from "../uploads/measureUpload.ts";
import { writeModelZip } from "../uploads/modelZip.ts";
import {
  completeUpload,
  createModelRecord,
  requestUpload,
  waitUntilCatalogued,
} from "../uploads/vendorUploads.ts";

interface UploadKillResult {
  kills: number;
  uploads: number;
  /** Blocks that the store confirmed. */
  confirmedBlocks: number;
  /** Confirmed blocks that were missing after a restart. */
  lostBlocks: number;
  /** The most blocks sent again after one kill. */
  maxResentBlocks: number;
}

const BLOCK_BYTES = 64 * 1024;
/** Large enough for several kills. */
const MODEL_SIZE = { files: 20, bytes: 400 * BLOCK_BYTES };
const MAX_KILL_DELAY_MS = 150;

/** Kills the server repeatedly during uploads; checks after each restart that it still has all confirmed blocks. */
export async function killDuringUpload(kills: number): Promise<UploadKillResult> {
  const server = await startUploadServer();
  const result = { kills: 0, uploads: 0, confirmedBlocks: 0, lostBlocks: 0, maxResentBlocks: 0 };
  try {
    while (result.kills < kills) await uploadWithKills(server, kills, result);
    return result;
  } finally {
    await server.remove();
  }
}

async function uploadWithKills(server: Product, kills: number, result: UploadKillResult): Promise<void> {
  const vendor = await signIn(server.url);
  const record = await createModelRecord(vendor);
  const zip = join(server.dataDir, "sent.zip");
  await writeModelZip(zip, record, MODEL_SIZE);
  const content = await readFile(zip);
  await rm(zip);
  const ticket = await requestUpload(vendor, record.id);
  const upload = createBlockUpload(ticket, content, BLOCK_BYTES);
  for (let isSent = false; !isSent;) {
    const resentBefore = upload.resentCount;
    const sending = upload.send();
    if (result.kills < kills) {
      await delay(Math.random() * MAX_KILL_DELAY_MS);
      await server.stop("SIGKILL");
      result.kills += 1;
      isSent = await sending;
      await server.restart();
    } else isSent = await sending;
    result.maxResentBlocks = Math.max(result.maxResentBlocks, upload.resentCount - resentBefore);
    result.lostBlocks += (await upload.findLostBlocks()).length;
  }
  result.confirmedBlocks += upload.confirmed.size;
  await upload.commit();
  const sha256 = createHash("sha256").update(content).digest("hex");
  await completeUpload(ticket, { size: content.length, sha256 });
  await waitUntilCatalogued(vendor, record.id);
  result.uploads += 1;
}
