import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { openFromStore } from "../../verify-upload/openStored.ts";
import { parseReceipt, verifyReceipt } from "../../verify-upload/verifyReceipt.ts";
import { createBlockSender } from "./blockSender.ts";
import { createKeptZip, type KeptZip } from "./keptZip.ts";
import { startLoadServer, type LoadServer } from "./loadServer.ts";
import { digestOf, openLoadVendor, type LoadRecord, type LoadVendor } from "./loadVendor.ts";
import type { Progress } from "./progress.ts";
import { writeModelZip, type LoadSize } from "./writeModelZip.ts";

/** How a zip is brought into the store; answers when all of it is there. */
export type Sender = (zip: string, ticket: UploadTicket, record: LoadRecord) => Promise<void>;

export interface MeasuredUpload {
  /** Of the zip. */
  bytes: number;
  /** Of its files, unpacked. */
  unpacked: number;
  /** Milliseconds. */
  sending: number;
  /** Milliseconds from the last step until the zip was hashed and its list checked, until all files were stored, and until all were listed. */
  checking: number;
  extracting: number;
  cataloguing: number;
  directory: DirectoryCost;
  /** Bytes of memory: idle before the upload, and the most until it was catalogued. */
  idle: number;
  peak: number;
  /** Members that are not stored as the receipt says. */
  differences: number;
}

interface Attendance {
  /** Where the zip lies; one of its own, removed in the end, where left out. */
  kept?: KeptZip;
  /** Awaited before the zip is sent. */
  whileZipIsThere?: ((zip: string) => Promise<void>) | undefined;
  tell: Progress;
}

/** Sends one model of the given size to a server of its own, and measures what becomes of it. */
export async function measureUpload(
  folder: string,
  size: LoadSize,
  send: Sender,
  { kept, whileZipIsThere, tell }: Attendance,
): Promise<MeasuredUpload> {
  tell("starting a server");
  const server = await startLoadServer(folder);
  const zips = kept ?? createKeptZip(folder);
  try {
    const vendor = await openLoadVendor(server.url);
    await warmUp(vendor, folder);
    tell("writing the zip");
    const record = await vendor.newRecord();
    const { path: zip, unpacked } = await zips.of(record, size);
    await whileZipIsThere?.(zip);
    const digest = await digestOf(zip);
    const ticket = await vendor.requestUpload(record);
    await delay(SETTLED_AFTER);
    tell("sending");
    const idle = await server.memory();
    await server.forgetPeak();
    const start = performance.now();
    await send(zip, ticket, record);
    const sending = performance.now() - start;
    tell(`sent in ${(sending / 1000).toFixed(1)} s; the server works`);
    await vendor.deliver(ticket, digest);
    const { received, checked, extracted, catalogued } = await vendor.catalogued(record, tell);
    const [a, b, c, d] = [received, checked, extracted, catalogued].map((time) => Date.parse(time ?? ""));
    const peak = await server.peakMemory();
    if (!kept) await zips.remove();
    tell("comparing what is stored with the receipt");
    const receipt = await vendor.receipt(record, ticket.uploadBatchId);
    return {
      ...{ bytes: digest.size, unpacked, sending, idle, peak },
      ...{ checking: b! - a!, extracting: c! - b!, cataloguing: d! - c! },
      directory: await measureDirectory(await vendor.addressOf(record, String(receipt["path"])), digest.size),
      differences: (await differencesOf(server, record, receipt)).length,
    };
  } catch (error) {
    tell(`failed; the server has said: ${server.said()}`);
    throw error;
  } finally {
    await server.remove();
  }
}

/** A process that has done nothing yet is smaller than an idle one: what it loads and sets up once is no growth. */
const SETTLED_AFTER = 3000;
const WARM_UP = { files: 60, bytes: 12 * 1024 * 1024, deflated: true };

async function warmUp(vendor: LoadVendor, folder: string): Promise<void> {
  const record = await vendor.newRecord();
  const zip = join(folder, "warm-up.zip");
  await writeModelZip(zip, { ...record, ...WARM_UP });
  const ticket = await vendor.requestUpload(record);
  const sender = createBlockSender(ticket, await readFile(zip), 1024 * 1024);
  await sender.send();
  await sender.commit();
  await vendor.deliver(ticket, await digestOf(zip));
  await vendor.catalogued(record);
  await rm(zip);
}

/** Each member of a receipt that is not stored as the receipt says. */
export async function differencesOf(
  server: LoadServer,
  record: LoadRecord,
  receipt: JsonObject,
): Promise<string[]> {
  const differences: string[] = [];
  const open = openFromStore({ dataDir: server.dataDir, storageContainer: "ms2" }, record.id);
  await verifyReceipt(parseReceipt(JSON.stringify(receipt)), open, ({ path, difference }) => {
    if (difference) differences.push(`${path} ${difference}`);
  });
  return differences;
}

interface DirectoryCost {
  entries: number;
  requests: number;
  /** Bytes read of the zip. */
  bytes: number;
  milliseconds: number;
}

/** Reads the list of a stored zip's entries as processing does, by range requests, and tells what that took. */
async function measureDirectory(address: string, size: number): Promise<DirectoryCost> {
  let [requests, bytes] = [0, 0];
  const access: RandomAccess = {
    size,
    async read(offset, length) {
      requests += 1;
      bytes += length;
      const answer = await fetch(address, {
        headers: { "x-ms-range": `bytes=${offset}-${offset + length - 1}` },
      });
      if (answer.status !== 206 || !answer.body) throw new Error(`The store answered ${answer.status}.`);
      return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    },
  };
  const start = performance.now();
  const { entries, faults } = await readZipDirectory(access);
  if (faults.length > 0) throw new Error(faults[0]!.text);
  return { entries: entries.length, requests, bytes, milliseconds: performance.now() - start };
}
