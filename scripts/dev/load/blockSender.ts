import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";

/** Sends a file in blocks through the shared access of a ticket, and knows which ones the store has acknowledged. */
interface BlockSender {
  /** Blocks whose storing was answered with 201. */
  readonly acknowledged: ReadonlySet<number>;
  /** Blocks sent more often than once, each time counted. */
  readonly sentAgain: number;
  /** Sends what is not acknowledged yet, some at a time, until all is or the store is gone; answers whether all is. */
  send(): Promise<boolean>;
  /** The acknowledged blocks that the store does not have, or not whole. */
  lost(): Promise<number[]>;
  /** Makes the file of the blocks. */
  commit(): Promise<void>;
}

const LANES = 3;

export function createBlockSender(ticket: UploadTicket, content: Buffer, blockSize: number): BlockSender {
  const address = buildBlobUrl(ticket, ticket.blobName);
  const count = Math.ceil(content.length / blockSize);
  const idOf = (block: number) => Buffer.from(String(block).padStart(8, "0")).toString("base64");
  const bytesOf = (block: number) => content.subarray(block * blockSize, (block + 1) * blockSize);
  const acknowledged = new Set<number>();
  const tried = new Set<number>();
  let sentAgain = 0;

  async function put(block: number): Promise<boolean> {
    if (tried.has(block)) sentAgain += 1;
    tried.add(block);
    const target = `${address}&comp=block&blockid=${encodeURIComponent(idOf(block))}`;
    const body = new Uint8Array(bytesOf(block));
    const status = await fetch(target, { method: "PUT", body }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 201) acknowledged.add(block);
    return status === 201;
  }

  return {
    acknowledged,
    get sentAgain() {
      return sentAgain;
    },
    async send() {
      const left = Array.from({ length: count }, (_, block) => block).filter(
        (block) => !acknowledged.has(block),
      );
      const lane = async () => {
        for (let block = left.shift(); block !== undefined; block = left.shift())
          if (!(await put(block))) return;
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return acknowledged.size === count;
    },
    async lost() {
      const answer = await fetch(`${address}&comp=blocklist&blocklisttype=uncommitted`);
      const text = answer.status === 200 ? await answer.text() : "";
      const found = [...text.matchAll(/<Name>([^<]*)<\/Name><Size>(\d+)<\/Size>/g)];
      const sizes = new Map(found.map(([, name, size]) => [name!, Number(size)]));
      return [...acknowledged].filter((block) => sizes.get(idOf(block)) !== bytesOf(block).length);
    },
    async commit() {
      const ids = Array.from({ length: count }, (_, block) => `<Latest>${idOf(block)}</Latest>`);
      const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.join("")}</BlockList>`;
      const { status } = await fetch(`${address}&comp=blocklist`, { method: "PUT", body });
      if (status !== 201) throw new Error(`Committing the blocks was answered ${status}.`);
    },
  };
}
