import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { createKeptZip } from "../load/keptZip.ts";
import { measureUpload, type MeasuredUpload } from "../load/measureUpload.ts";
import { progressOf } from "../load/progress.ts";
import { isInstalled, sendByCurl, sendByRclone, sendByScript, unzipTo } from "../load/senders.ts";
import type { LoadSize } from "../load/writeModelZip.ts";
import type { Samples } from "./samples.ts";
import type { Table } from "./table.ts";
import { processingTable, sendersTable } from "./uploadTables.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** A size of zip, and what it is called in the tables. */
export interface NamedSize extends LoadSize {
  name: string;
}

const SMALL: NamedSize = { name: "20 MB, 50 files", files: 50, bytes: 20 * MB, deflated: true };
const MIDDLE: NamedSize = { name: "2 GB, 5,000 files", files: 5000, bytes: 2 * GB, deflated: true };
/** Its zeros are holes on the sender's disk only: the store receives, hashes and keeps every byte. */
export const LARGE: NamedSize = { name: "16 GB, 5,000 files", files: 5000, bytes: 16 * GB, sparse: true };
const ROOM_FOR_LARGE = 60 * GB;

export const SENDERS = { script: sendByScript, curl: sendByCurl, rclone: sendByRclone };

/**
 * What an upload costs: sending it with the script beside other clients of the same store, and what the server does with
 * it as it grows. The largest size only where it is asked for, and 60 GB of disk are free.
 */
export async function uploadPart(runs: number, samples: Samples, large: boolean): Promise<Table[]> {
  const folder = await temporaryFolder("flood-upload-");
  const kept = createKeptZip(folder);
  try {
    const sizes = [SMALL, MIDDLE, ...(large && (await hasRoomForLarge(folder)) ? [LARGE] : [])];
    for (const size of sizes)
      for (let run = 0; run < (size === LARGE ? 1 : runs); run += 1)
        for (const [name, send] of Object.entries(SENDERS)) {
          if (name === "rclone" && (size === SMALL || !isInstalled("rclone"))) continue;
          const unzipped: number[] = [];
          const isFirst = name === "script";
          const tell = progressOf(`${size.name}, ${name}, run ${run + 1}`);
          const unzip = async (zip: string) => {
            tell("unzip, to compare with");
            unzipped.push(await unzippedIn(folder, zip));
          };
          const whileZipIsThere = isFirst ? unzip : undefined;
          const measured = await measureUpload(folder, size, send, { kept, whileZipIsThere, tell });
          addSamples(samples, size, name, measured);
          if (isFirst) samples.add(`${size.name} unzip`, ...unzipped);
        }
    return [sendersTable(samples, sizes, kept.written === sizes.length), processingTable(samples, sizes)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the largest upload fits on the disk, beside the copies that are made of it. */
export async function hasRoomForLarge(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_FOR_LARGE;
}

/** Seconds that unzip takes. */
async function unzippedIn(folder: string, zip: string): Promise<number> {
  const target = join(folder, "unzipped");
  try {
    return (await unzipTo(zip, target)) / 1000;
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

function addSamples(samples: Samples, { name }: NamedSize, sender: string, measured: MeasuredUpload): void {
  if (measured.differences > 0)
    throw new Error(`${measured.differences} files are not stored as they were sent.`);
  const { bytes, unpacked, directory } = measured;
  const megabytes = bytes / 1e6;
  samples.add(`${name} ${sender} seconds`, measured.sending / 1000);
  samples.add(`${name} ${sender} rate`, megabytes / (measured.sending / 1000));
  samples.add(`${name} entries`, directory.entries);
  samples.add(`${name} requests`, directory.requests);
  samples.add(`${name} read`, directory.bytes / 1e6);
  samples.add(`${name} list`, directory.milliseconds);
  samples.add(`${name} check`, measured.checking / 1000);
  samples.add(`${name} check rate`, megabytes / (measured.checking / 1000));
  samples.add(`${name} extract`, measured.extracting / 1000);
  samples.add(`${name} unpacked`, unpacked / 1e6);
  samples.add(`${name} extract rate`, unpacked / 1e6 / (measured.extracting / 1000));
  samples.add(`${name} catalogue`, measured.cataloguing / 1000);
  samples.add(`${name} idle`, measured.idle / 1e6);
  samples.add(`${name} grown`, (measured.peak - measured.idle) / 1e6);
}
