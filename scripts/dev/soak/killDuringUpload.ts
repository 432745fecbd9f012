import { createHash, randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createBlockSender } from "../load/blockSender.ts";
import { startLoadServer, type LoadServer } from "../load/loadServer.ts";
import { openLoadVendor } from "../load/loadVendor.ts";
import { writeModelZip } from "../load/writeModelZip.ts";

interface UploadKills {
  kills: number;
  uploads: number;
  /** Blocks the store said it had. */
  acknowledged: number;
  /** Those of them it did not have after a restart: 0, or the store cannot be trusted. */
  lost: number;
  /** The most blocks sent again after one kill. */
  sentAgainAfterOneKill: number;
}

const BLOCK = 64 * 1024;
/** One upload takes several kills; then the next begins. */
const BYTES = 400 * BLOCK;

/**
 * Kills the server, again and again, while a vendor sends blocks, and looks after each restart whether every block
 * that was acknowledged is there. Each upload is finished in the end and must be catalogued as it was sent.
 */
export async function killDuringUpload(kills: number): Promise<UploadKills> {
  const server = await startLoadServer();
  const result: UploadKills = { kills: 0, uploads: 0, acknowledged: 0, lost: 0, sentAgainAfterOneKill: 0 };
  try {
    while (result.kills < kills) await oneUpload(server, kills, result);
    return result;
  } finally {
    await server.remove();
  }
}

async function oneUpload(server: LoadServer, kills: number, result: UploadKills): Promise<void> {
  const vendor = await openLoadVendor(server.url);
  const record = await vendor.newRecord();
  const path = join(server.dataDir, `sent-${randomBytes(4).toString("hex")}.zip`);
  await writeModelZip(path, { ...record, files: 20, bytes: BYTES });
  const content = await readFile(path);
  await rm(path);
  const ticket = await vendor.requestUpload(record);
  const sender = createBlockSender(ticket, content, BLOCK);
  for (let isSent = false; !isSent;) {
    const before = sender.sentAgain;
    const sending = sender.send();
    if (result.kills < kills) {
      await delay(Math.random() * 150);
      await server.kill();
      result.kills += 1;
      isSent = await sending;
      await server.start();
    } else isSent = await sending;
    result.sentAgainAfterOneKill = Math.max(result.sentAgainAfterOneKill, sender.sentAgain - before);
    result.lost += (await sender.lost()).length;
  }
  result.acknowledged += sender.acknowledged.size;
  await sender.commit();
  const sha256 = createHash("sha256").update(content).digest("hex");
  await vendor.deliver(ticket, { size: content.length, sha256 });
  await vendor.catalogued(record);
  result.uploads += 1;
}
