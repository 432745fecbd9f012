import { Readable } from "node:stream";
import type { RandomAccess } from "../../src/server/processing/randomAccess.ts";
import { readZipDirectory } from "../../src/server/processing/zipDirectory.ts";

export interface DirectoryCost {
  entries: number;
  requests: number;
  /** Bytes read of the zip. */
  bytes: number;
  milliseconds: number;
}

/** Reads the list of a stored zip's entries as processing does, by range requests, and tells what that took. */
export async function measureDirectory(address: string, size: number): Promise<DirectoryCost> {
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
