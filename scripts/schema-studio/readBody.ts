import type { Readable } from "node:stream";
import { tryOrUndefined } from "../../src/contract/tryOrUndefined.ts";
import { Refusal } from "./refusal.ts";

/** All schemas together have less than 1 MB. */
const MAX_MEGABYTES = 10;

const BAD_REQUEST = 400;
const TOO_LARGE = 413;

/** Reads a larger body to its end too, because the browser waits for that before it reads the answer. */
export async function readBody(request: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_MEGABYTES * 1024 ** 2) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > MAX_MEGABYTES * 1024 ** 2)
    throw new Refusal(TOO_LARGE, `The edited schemas have more than ${MAX_MEGABYTES} MB. Shorten them.`);
  const body = tryOrUndefined(() => JSON.parse(Buffer.concat(chunks).toString()) as unknown);
  if (body === undefined) throw new Refusal(BAD_REQUEST, "The request is not valid JSON.");
  return body;
}
