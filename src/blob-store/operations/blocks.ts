import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { parseMetadata, parseStoredHeaders, buildVersionHeaders } from "../blobs/blobHeaders.ts";
import { commitRequestedContent } from "../blobs/commitContent.ts";
import type { Container } from "../blobs/container.ts";
import type { BlobPart, BlobEntry } from "../blobs/storedEntry.ts";
import type { StoreOperation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { getHeader, type StoreRequest } from "../requests/storeRequest.ts";
import { textElement } from "../requests/xml.ts";
import { requireMd5 } from "./blob.ts";
import { xmlResponse } from "./containers.ts";

const MAX_BLOCK_ID_BYTES = 64;
const MAX_BLOCK_BYTES = 512 * 1024 ** 2;

/** Put Block. Responds once the block is synced to disk. */
export const putBlock: StoreOperation = {
  requiredPermission: ["w", "c"],
  async run({ request, store, requireOpenLink }) {
    const { lock, staged } = store.getContainer(request.container!);
    // Put Block From URL has an empty body: storing that would corrupt the blob.
    if (request.headers["x-ms-copy-source"])
      throw new StoreError("InvalidHeaderValue", "Copying single blocks is not supported.");
    if (Number(getHeader(request.headers, "content-length") ?? 0) > MAX_BLOCK_BYTES)
      throw new StoreError("RequestBodyTooLarge");
    const block = requireBlockId(request.query.get("blockid") ?? "");
    const hash = createHash("md5");
    const path = await staged.receive(request.body, hash);
    const md5 = hash.digest("base64");
    try {
      requireMd5(md5, getHeader(request.headers, "content-md5"));
      await lock(request.blob!, async () => {
        await requireOpenLink();
        await staged.add(request.blob!, block, path);
      });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { status: 201, headers: { "Content-MD5": md5 } };
  },
};

/** @throws StoreError unless the id is canonical base64 of 1 to 64 bytes */
function requireBlockId(text: string): string {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length > MAX_BLOCK_ID_BYTES || bytes.toString("base64") !== text)
    throw new StoreError("InvalidBlobOrBlock");
  return text;
}

/** Put Block List: creates a blob from uncommitted and committed blocks. */
export const putBlockList: StoreOperation = {
  requiredPermission: ["w", "c"],
  async run(call) {
    const { request, store } = call;
    const container = store.getContainer(request.container!);
    const metadata = parseMetadata(request.headers);
    const listed = await readBlockList(request.body, getHeader(request.headers, "content-md5"));
    const entry = await commitRequestedContent(call, container, async (replaced) => ({
      headers: parseStoredHeaders(request.headers),
      metadata,
      parts: await resolveParts(request, container, listed, replaced),
    }));
    return { status: 201, headers: buildVersionHeaders(entry) };
  },
};

const MAX_BLOB_BYTES = 4 * 1024 ** 4;

const getSize = (item: BlobPart | number, sources: PartSource[]) =>
  typeof item === "number" ? sources[item]!.size : item.size;

type PartSource = Omit<BlobPart, "file"> & { path: string };

/** Committed blocks keep their files; uncommitted ones are linked as new parts. */
async function resolveParts(
  { blob }: StoreRequest,
  container: Container,
  listed: ListedBlock[],
  replaced: BlobEntry | undefined,
): Promise<BlobPart[]> {
  const uncommitted = new Map((await container.staged.list(blob!)).map((block) => [block.block, block]));
  const committed = new Map(replaced?.parts.map((part) => [part.block, part]));
  const sources: PartSource[] = [];
  const partsOrIndexes = listed.map(({ block, where }): BlobPart | number => {
    const uncommittedBlock = where === "Committed" ? undefined : uncommitted.get(block);
    const committedPart = where === "Uncommitted" ? undefined : committed.get(block);
    if (uncommittedBlock) return sources.push(uncommittedBlock) - 1;
    if (committedPart) return committedPart;
    throw new StoreError("InvalidBlockList", "The list contains a block that is not stored.");
  });
  const size = partsOrIndexes.reduce<number>((sum, item) => sum + getSize(item, sources), 0);
  if (size > MAX_BLOB_BYTES) throw new StoreError("InvalidBlockList", "The blob would be larger than 4 TiB.");
  const linkedParts = await container.linkParts(blob!, sources);
  return partsOrIndexes.map((item) => (typeof item === "number" ? linkedParts[item]! : item));
}

/** Get Block List: clients use it to resume an upload. */
export const getBlockList: StoreOperation = {
  requiredPermission: ["r"],
  async run(call) {
    const { request, store } = call;
    const container = store.getContainer(request.container!);
    // Locked, because a commit moves the blocks.
    const [entry, uncommitted] = await container.lock(request.blob!, async () => [
      await container.find(request.blob!),
      await container.staged.list(request.blob!),
    ]);
    if (!entry && uncommitted.length === 0) throw new StoreError("BlobNotFound");
    const listType = request.query.get("blocklisttype") ?? "committed";
    const lists = [
      listType === "uncommitted" ? "" : blocksElement("CommittedBlocks", listCommittedBlocks(entry)),
      listType === "committed" ? "" : blocksElement("UncommittedBlocks", uncommitted),
    ];
    const headers = entry && { ...buildVersionHeaders(entry), "x-ms-blob-content-length": entry.size };
    return xmlResponse(`<BlockList>${lists.join("")}</BlockList>`, headers);
  },
};

/** A blob stored with Put Blob has no blocks. */
const listCommittedBlocks = (entry: BlobEntry | undefined) =>
  entry?.parts.filter((part) => part.block !== "") ?? [];

const blocksElement = (name: string, blocks: { block: string; size: number }[]) =>
  `<${name}>${blocks.map(blockElement).join("")}</${name}>`;

const blockElement = ({ block, size }: { block: string; size: number }) =>
  `<Block>${textElement("Name", block)}${textElement("Size", size)}</Block>`;

interface ListedBlock {
  block: string;
  where: "Latest" | "Committed" | "Uncommitted";
}

const MAX_BLOCKS = 50_000;
const MAX_AVERAGE_REPEATS = 10;
/** Fits MAX_BLOCKS ids of maximum length. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
// No two adjacent parts match the same characters, which would cause catastrophic backtracking.
const LISTED_BLOCK = /<(Latest|Committed|Uncommitted)>([^<]*)<\/\1>/g;
const EMPTY_BLOCK_LIST = /^(<\?xml[^>]*\?>)?<BlockList(\/>|><\/BlockList>)$/;

/** Parses strictly: an incomplete list would truncate the blob. */
async function readBlockList(body: Readable, md5: string | undefined): Promise<ListedBlock[]> {
  const bytes = await readWholeBody(body, MAX_LIST_BYTES);
  requireMd5(createHash("md5").update(bytes).digest("base64"), md5);
  const text = bytes.toString("utf8");
  if (!EMPTY_BLOCK_LIST.test(text.replace(LISTED_BLOCK, "").replace(/\s+/g, "")))
    throw new StoreError("InvalidXmlDocument");
  const listed = [...text.matchAll(LISTED_BLOCK)].map(([, where, block]) => ({
    where: where as ListedBlock["where"],
    block: requireBlockId(block!.trim()),
  }));
  if (listed.length > MAX_BLOCKS)
    throw new StoreError("InvalidBlockList", "The list contains more than 50,000 blocks.");
  // A small block repeated thousands of times would create a blob of terabytes.
  if (listed.length > MAX_AVERAGE_REPEATS * new Set(listed.map(({ block }) => block)).size)
    throw new StoreError("InvalidBlockList", "The list repeats the same blocks too often.");
  return listed;
}

async function readWholeBody(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new StoreError("RequestBodyTooLarge");
  }
  return Buffer.concat(chunks);
}
