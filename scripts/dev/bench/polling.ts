import { setTimeout as delay } from "node:timers/promises";
import { endpoints, fillPath } from "../../../src/contract/wire/endpoints.ts";
import type { Vendor } from "../lib/vendor.ts";
import type { Samples } from "./results.ts";

/** Fifteen times as often as the portal's pages poll. */
export const POLL_INTERVAL_MS = 4_000;

/** Returns a function that requests the vendor's list with the last ETag, as the portal does; it returns the status. */
export function createPoll({ url, account }: Vendor): () => Promise<number> {
  const { username, accessToken } = account;
  const address = `${url}/api${fillPath(endpoints.listRecords.path, { username })}`;
  let etag = "";
  return async () => {
    const headers = { "x-access-token": accessToken, "if-none-match": etag };
    const response = await fetch(address, { headers });
    await response.arrayBuffer();
    etag = response.headers.get("etag") ?? etag;
    return response.status;
  };
}

interface RepeatedCall {
  samples: Samples;
  /** The milliseconds of each call are the samples "PREFIX KEY", the failed calls "PREFIX failed". */
  prefix: string;
  key: string;
  intervalMs: number;
  isOver: () => boolean;
  /** Returns the status. */
  call: () => Promise<number>;
}

/** Starts at a random time within the interval. */
export async function repeatCall(repeated: RepeatedCall): Promise<void> {
  const { samples, prefix, key, intervalMs, isOver, call } = repeated;
  await delay(Math.random() * intervalMs);
  for (; !isOver(); await delay(intervalMs)) {
    const start = performance.now();
    const status = await call().catch(() => 0);
    samples.add(`${prefix} ${key}`, performance.now() - start);
    if (![200, 201, 304].includes(status)) samples.add(`${prefix} failed`, status);
  }
}
