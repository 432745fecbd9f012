import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { LoadRecord } from "./loadVendor.ts";
import { writeModelZip, type LoadSize } from "./writeModelZip.ts";

interface ZipOnDisk {
  path: string;
  /** Bytes of the files in it, unpacked. */
  unpacked: number;
}

/** One zip on disk at a time, written again only when the next one has to be another. */
export interface KeptZip {
  of(record: LoadRecord, size: LoadSize): Promise<ZipOnDisk>;
  /** How many different zips have been written. */
  readonly written: number;
  remove(): Promise<void>;
}

/** A new server gives its first records the same numbers and names as the last one did: then their zip is the same too. */
export function createKeptZip(folder: string): KeptZip {
  const path = join(folder, "model.zip");
  let kept: { key: string; unpacked: number } | undefined;
  let written = 0;
  return {
    async of(record, size) {
      const key = JSON.stringify([record.root, record.required, size]);
      if (kept?.key !== key) {
        kept = { key, unpacked: await writeModelZip(path, { ...record, ...size }) };
        written += 1;
      }
      return { path, unpacked: kept.unpacked };
    },
    get written() {
      return written;
    },
    remove: () => rm(path, { force: true }),
  };
}
