import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { createBlockSender } from "../load/blockSender.ts";
import { startLoadServer, type LoadServer } from "../load/loadServer.ts";
import { digestOf, openLoadVendor, type LoadRecord, type LoadVendor } from "../load/loadVendor.ts";
import { differencesOf } from "../load/measureUpload.ts";
import { writeModelZip } from "../load/writeModelZip.ts";

interface ProcessingKills {
  kills: number;
  uploads: number;
  /** The last stage that had ended shortly before a kill, and how often. */
  killedAfter: Record<string, number>;
  /** What is not stored as the receipts say, or is listed twice or not at all: none, or processing cannot be trusted. */
  differences: string[];
}

const BLOCK = 1024 * 1024;
const FILES = 300;
const BYTES = 24 * BLOCK;
const STAGES = ["received", "checked", "extracted", "catalogued"] as const;

/**
 * Kills the server at random points of the processing of uploads, and looks when each is catalogued whether all of it
 * is stored, once.
 */
export async function killDuringProcessing(kills: number): Promise<ProcessingKills> {
  const server = await startLoadServer();
  const result: ProcessingKills = { kills: 0, uploads: 0, killedAfter: {}, differences: [] };
  try {
    const undisturbed = await process(server, result, 0);
    while (result.kills < kills) await process(server, result, kills, undisturbed);
    return result;
  } finally {
    await server.remove();
  }
}

/** Sends one upload and sees it through; answers how long it took after its last step. */
async function process(
  server: LoadServer,
  result: ProcessingKills,
  kills: number,
  within = 0,
): Promise<number> {
  const vendor = await openLoadVendor(server.url);
  const record = await vendor.newRecord();
  const ticket = await send(server, vendor, record);
  const start = Date.now();
  // Several kills may hit one upload: what a resumed run leaves behind is resumed again.
  while (result.kills < kills) {
    await delay(Math.random() * within);
    const reached = await vendor.progress(record);
    if (reached.catalogued) break;
    await server.kill();
    result.kills += 1;
    const stage = STAGES.findLast((name) => reached[name]) ?? "nothing";
    result.killedAfter[stage] = (result.killedAfter[stage] ?? 0) + 1;
    await server.start();
  }
  await vendor.catalogued(record);
  const took = Date.now() - start;
  result.uploads += 1;
  result.differences.push(...(await wrongIn(server, vendor, record, ticket.uploadBatchId)));
  return took;
}

async function send(server: LoadServer, vendor: LoadVendor, record: LoadRecord): Promise<UploadTicket> {
  const path = join(server.dataDir, "sent.zip");
  await writeModelZip(path, { ...record, files: FILES, bytes: BYTES });
  const ticket = await vendor.requestUpload(record);
  const sender = createBlockSender(ticket, await readFile(path), BLOCK);
  await sender.send();
  await sender.commit();
  await vendor.deliver(ticket, await digestOf(path));
  await rm(path);
  return ticket;
}

async function wrongIn(
  server: LoadServer,
  vendor: LoadVendor,
  record: LoadRecord,
  uploadBatchId: string,
): Promise<string[]> {
  const differences = await differencesOf(server, record, await vendor.receipt(record, uploadBatchId));
  const zips = await vendor.rowsOf("listArchive", record);
  if (zips.length !== 1) differences.push(`${zips.length} zips are listed`);
  const rows = await vendor.rowsOf("listFiles", record);
  const listed = rows.filter(({ upload_type: type }) => type === "file").map(({ path }) => path);
  const expected = FILES + Object.values(record.required).filter((content) => content !== null).length;
  if (listed.length !== expected || new Set(listed).size !== expected)
    differences.push(`${listed.length} files are listed, and ${expected} were sent`);
  // The load holds no file of a model program, which is noted in the thread: once, however often processing resumed.
  const told = (await vendor.rowsOf("listMessages", record)).map(({ msg_content: text }) => String(text));
  if (told.length !== 1 || !told[0]?.includes("was checked and unpacked"))
    differences.push(`the thread says ${JSON.stringify(told)}`);
  return differences;
}
