import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";

/** Uploads content in blocks and knows which blocks the store has confirmed. */
interface BlockUpload {
  readonly confirmed: ReadonlySet<number>;
  /** How often a block was sent again. */
  readonly resentCount: number;
  /** Sends the blocks that are not confirmed. Returns whether all are confirmed now. */
  send(): Promise<boolean>;
  /** Lists confirmed blocks that the store does not have, or not completely. */
  findLostBlocks(): Promise<number[]>;
  commit(): Promise<void>;
}

/** Blocks sent at the same time. */
const CONCURRENCY = 3;

export function createBlockUpload(ticket: UploadTicket, content: Buffer, blockBytes: number): BlockUpload {
  const url = buildBlobUrl(ticket, ticket.blobName);
  const blocks = Array.from({ length: Math.ceil(content.length / blockBytes) }, (_, block) => block);
  const blockId = (block: number) => Buffer.from(String(block).padStart(8, "0")).toString("base64");
  const readBlock = (block: number) => content.subarray(block * blockBytes, (block + 1) * blockBytes);
  const confirmed = new Set<number>();
  const sent = new Set<number>();
  let resentCount = 0;

  async function sendBlock(block: number): Promise<boolean> {
    if (sent.has(block)) resentCount += 1;
    sent.add(block);
    const target = `${url}&comp=block&blockid=${encodeURIComponent(blockId(block))}`;
    const body = new Uint8Array(readBlock(block));
    const response = await fetch(target, { method: "PUT", body }).catch(() => undefined);
    if (response?.status === 201) confirmed.add(block);
    return response?.status === 201;
  }

  return {
    confirmed,
    get resentCount() {
      return resentCount;
    },
    async send() {
      const queue = blocks.filter((block) => !confirmed.has(block));
      const worker = async () => {
        for (let block = queue.shift(); block !== undefined; block = queue.shift())
          if (!(await sendBlock(block))) return;
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      return confirmed.size === blocks.length;
    },
    async findLostBlocks() {
      const response = await fetch(`${url}&comp=blocklist&blocklisttype=uncommitted`);
      const xml = response.status === 200 ? await response.text() : "";
      const stored = [...xml.matchAll(/<Name>([^<]*)<\/Name><Size>(\d+)<\/Size>/g)];
      const sizes = new Map(stored.map(([, name, size]) => [name!, Number(size)]));
      return [...confirmed].filter((block) => sizes.get(blockId(block)) !== readBlock(block).length);
    },
    async commit() {
      const ids = blocks.map((block) => `<Latest>${blockId(block)}</Latest>`);
      const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.join("")}</BlockList>`;
      const { status } = await fetch(`${url}&comp=blocklist`, { method: "PUT", body });
      if (status !== 201) throw new Error(`Committing the blocks returned ${status}.`);
    },
  };
}
