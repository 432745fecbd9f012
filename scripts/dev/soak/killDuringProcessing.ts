import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import type { Product } from "../lib/startProduct.ts";
import { signIn, type Vendor } from "../lib/vendor.ts";
import { createBlockUpload } from "../uploads/blockUpload.ts";
import { findStoreDifferences, startUploadServer } from "../uploads/measureUpload.ts";
import { writeModelZip } from "../uploads/modelZip.ts";
import {
  completeUpload,
  createModelRecord,
  getReceipt,
  getUploadProgress,
  hashFile,
  listRows,
  requestUpload,
  STAGES,
  waitUntilCatalogued,
  type ModelRecord,
} from "../uploads/vendorUploads.ts";

interface ProcessingKillResult {
  kills: number;
  uploads: number;
  /** The last completed stage at a kill -> how often. */
  killsAfterStage: Record<string, number>;
  /** Files that are stored, listed or reported wrongly. */
  differences: string[];
}

export const BLOCK_BYTES = 1024 * 1024;
export const MODEL_SIZE = { files: 300, bytes: 24 * BLOCK_BYTES };

/** Kills the server at random times while it processes uploads; checks that each upload is stored exactly once. */
export async function killDuringProcessing(kills: number): Promise<ProcessingKillResult> {
  const server = await startUploadServer();
  const result: ProcessingKillResult = { kills: 0, uploads: 0, killsAfterStage: {}, differences: [] };
  try {
    const processingMs = await uploadWithKills(server, result, 0);
    while (result.kills < kills) await uploadWithKills(server, result, kills, processingMs);
    return result;
  } finally {
    await server.remove();
  }
}

/** Returns the milliseconds that processing took. */
async function uploadWithKills(
  server: Product,
  result: ProcessingKillResult,
  kills: number,
  maxKillDelayMs = 0,
): Promise<number> {
  const vendor = await signIn(server.url);
  const record = await createModelRecord(vendor);
  const ticket = await sendModel(server, vendor, record);
  const start = Date.now();
  // Several kills can hit one upload: a resumed run must be resumable, too.
  while (result.kills < kills) {
    await delay(Math.random() * maxKillDelayMs);
    const progress = await getUploadProgress(vendor, record.id);
    if (progress.catalogued) break;
    await server.stop("SIGKILL");
    result.kills += 1;
    const stage = STAGES.findLast((name) => progress[name]) ?? "nothing";
    result.killsAfterStage[stage] = (result.killsAfterStage[stage] ?? 0) + 1;
    await server.restart();
  }
  await waitUntilCatalogued(vendor, record.id);
  const processingMs = Date.now() - start;
  result.uploads += 1;
  result.differences.push(...(await findDifferences(server, vendor, record, ticket)));
  return processingMs;
}

async function sendModel(server: Product, vendor: Vendor, record: ModelRecord): Promise<UploadTicket> {
  const zip = join(server.dataDir, "sent.zip");
  await writeModelZip(zip, record, MODEL_SIZE);
  const ticket = await requestUpload(vendor, record.id);
  const upload = createBlockUpload(ticket, await readFile(zip), BLOCK_BYTES);
  await upload.send();
  await upload.commit();
  await completeUpload(ticket, await hashFile(zip));
  await rm(zip);
  return ticket;
}

/** Lists what is not stored, listed or reported exactly once. */
export async function findDifferences(
  server: Product,
  vendor: Vendor,
  { id, requiredFiles }: ModelRecord,
  { uploadBatchId }: UploadTicket,
): Promise<string[]> {
  const receipt = await getReceipt(vendor, id, uploadBatchId);
  const differences = await findStoreDifferences(server, id, receipt);
  const zips = await listRows(vendor, "listArchive", id);
  if (zips.length !== 1) differences.push(`${zips.length} zips are listed`);
  const rows = await listRows(vendor, "listFiles", id);
  const paths = rows.filter(({ upload_type: type }) => type === "file").map(({ path }) => path);
  const sentCount =
    MODEL_SIZE.files + Object.values(requiredFiles).filter((content) => content !== null).length;
  if (paths.length !== sentCount || new Set(paths).size !== sentCount)
    differences.push(`${paths.length} files are listed, but ${sentCount} were sent`);
  // The model contains no file of a model program, which the portal must report exactly once.
  const messages = (await listRows(vendor, "listMessages", id)).map(({ msg_content: text }) => String(text));
  if (messages.length !== 1 || !messages[0]?.includes(PROCESSED_TEXT))
    differences.push(`the messages are ${JSON.stringify(messages)}`);
  return differences;
}

const PROCESSED_TEXT = "was checked and unpacked";
