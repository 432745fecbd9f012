import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { StoreError } from "../requests/storeError.ts";
import { blockName } from "./putBlock.ts";
import { requireMd5 } from "./putBlob.ts";

export interface ListedBlock {
  block: string;
  where: "Latest" | "Committed" | "Uncommitted";
}

/** The protocol's limit, and room for the longest names of so many blocks. */
const MOST_BLOCKS = 50_000;
/** How often a list names each of its blocks, on average, at most. */
const MOST_REPEATED = 10;
const LARGEST_BODY = 16 * 1024 * 1024;
const LISTED = /<(Latest|Committed|Uncommitted)>\s*([^<]*?)\s*<\/\1>/g;
const AROUND = /^\uFEFF?\s*(<\?xml[^>]*\?>)?\s*<BlockList\s*(\/>|>\s*<\/BlockList>)\s*$/;

/** Reads Put Block List's body. Whatever is not exactly such a list is refused: half of a list would be half a blob. */
export async function readBlockList(body: Readable, md5: string | undefined): Promise<ListedBlock[]> {
  const bytes = await wholeBody(body, LARGEST_BODY);
  requireMd5(createHash("md5").update(bytes).digest("base64"), md5);
  const text = bytes.toString("utf8");
  if (!AROUND.test(text.replace(LISTED, ""))) throw new StoreError("InvalidXmlDocument");
  const listed = [...text.matchAll(LISTED)].map(([, where, block]) => ({
    where: where as ListedBlock["where"],
    block: blockName(block!),
  }));
  if (listed.length > MOST_BLOCKS)
    throw new StoreError("InvalidBlockList", "It names more than 50,000 blocks.");
  // Named thousands of times, one small block would make a blob of terabytes.
  if (listed.length > MOST_REPEATED * new Set(listed.map(({ block }) => block)).size)
    throw new StoreError("InvalidBlockList", "It names its blocks too often.");
  return listed;
}

/** Reads a body into memory. Refused when it is larger than the operation takes. */
async function wholeBody(body: Readable, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) throw new StoreError("RequestBodyTooLarge");
  }
  return Buffer.concat(chunks);
}
