import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { sentMetadata, storedHeaders, versionHeaders } from "../blobs/blobHeaders.ts";
import { commitCall } from "../blobs/commitContent.ts";
import type { Container } from "../blobs/container.ts";
import type { Part, StoredEntry } from "../blobs/storedEntry.ts";
import type { Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { headerOf, type StoreRequest } from "../requests/storeRequest.ts";
import { textElement } from "../requests/xml.ts";
import { requireMd5 } from "./blob.ts";
import { xmlAnswer } from "./containers.ts";

const LONGEST_BLOCK_NAME = 64;
/** Larger than any client sends by itself. */
const LARGEST_BLOCK = 512 * 1024 ** 2;

/** Put Block: one block of a blob to be. Answered once it is on the disk, where it waits for Put Block List. */
export const putBlock: Operation = {
  needs: ["w", "c"],
  async run({ request, store }) {
    const { lock, staged } = store.container(request.container!);
    // Its bytes would have to be fetched from elsewhere: an empty block in their place would be a broken file.
    if (request.headers["x-ms-copy-source"])
      throw new StoreError("InvalidHeaderValue", "This store copies whole blobs, not blocks.");
    if (Number(headerOf(request.headers, "content-length") ?? 0) > LARGEST_BLOCK)
      throw new StoreError("RequestBodyTooLarge");
    const block = blockName(request.query.get("blockid") ?? "");
    const hash = createHash("md5");
    const path = await staged.receive(request.body, hash);
    const md5 = hash.digest("base64");
    try {
      requireMd5(md5, headerOf(request.headers, "content-md5"));
      await lock(request.blob!, () => staged.place(request.blob!, block, path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { status: 201, headers: { "Content-MD5": md5 } };
  },
};

/** A block's name, refused unless it is base64 of 1 to 64 bytes written in the one canonical way. */
function blockName(text: string): string {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length > LONGEST_BLOCK_NAME || bytes.toString("base64") !== text)
    throw new StoreError("InvalidBlobOrBlock");
  return text;
}

/** Put Block List: makes the blob out of blocks that wait for it or that it has already. */
export const putBlockList: Operation = {
  needs: ["w", "c"],
  async run(call) {
    const { request, store } = call;
    const container = store.container(request.container!);
    const metadata = sentMetadata(request.headers);
    const listed = await readBlockList(request.body, headerOf(request.headers, "content-md5"));
    const entry = await commitCall(call, container, async (replaced) => ({
      headers: storedHeaders(request.headers),
      metadata,
      parts: await partsOf(request, container, listed, replaced),
    }));
    return { status: 201, headers: versionHeaders(entry) };
  },
};

const LARGEST_BLOB = 4 * 1024 ** 4;

const sizeOf = (place: Part | number, sources: Source[]) =>
  typeof place === "number" ? sources[place]!.size : place.size;

type Source = Omit<Part, "file"> & { path: string };

/** The listed blocks as parts: committed ones stay where they are, waiting ones get a place among the blob's bytes. */
async function partsOf(
  { blob }: StoreRequest,
  container: Container,
  listed: ListedBlock[],
  replaced: StoredEntry | undefined,
): Promise<Part[]> {
  const waiting = new Map((await container.staged.list(blob!)).map((block) => [block.block, block]));
  const committed = new Map(replaced?.parts.map((part) => [part.block, part]));
  const sources: Source[] = [];
  const places = listed.map(({ block, where }): Part | number => {
    const fromWaiting = where === "Committed" ? undefined : waiting.get(block);
    const fromCommitted = where === "Uncommitted" ? undefined : committed.get(block);
    if (fromWaiting) return sources.push(fromWaiting) - 1;
    if (fromCommitted) return fromCommitted;
    throw new StoreError("InvalidBlockList");
  });
  const size = places.reduce<number>((sum, place) => sum + sizeOf(place, sources), 0);
  if (size > LARGEST_BLOB) throw new StoreError("InvalidBlockList", "The blob would be larger than 4 TiB.");
  const adopted = await container.adoptParts(blob!, sources);
  return places.map((place) => (typeof place === "number" ? adopted[place]! : place));
}

/** Get Block List: what a client asks to go on with an upload that was broken off. */
export const getBlockList: Operation = {
  needs: ["r"],
  async run(call) {
    const { request, store } = call;
    const container = store.container(request.container!);
    const entry = await container.find(request.blob!);
    const waiting = await container.staged.list(request.blob!);
    if (!entry && waiting.length === 0) throw new StoreError("BlobNotFound");
    const which = request.query.get("blocklisttype") ?? "committed";
    const lists = [
      which === "uncommitted" ? "" : blocksElement("CommittedBlocks", namedParts(entry)),
      which === "committed" ? "" : blocksElement("UncommittedBlocks", waiting),
    ];
    const headers = entry && { ...versionHeaders(entry), "x-ms-blob-content-length": entry.size };
    return xmlAnswer(`<BlockList>${lists.join("")}</BlockList>`, headers);
  },
};

/** A blob that was put as a whole has no blocks. */
const namedParts = (entry: StoredEntry | undefined) => entry?.parts.filter((part) => part.block !== "") ?? [];

const blocksElement = (name: string, blocks: { block: string; size: number }[]) =>
  `<${name}>${blocks.map(blockElement).join("")}</${name}>`;

const blockElement = ({ block, size }: { block: string; size: number }) =>
  `<Block>${textElement("Name", block)}${textElement("Size", size)}</Block>`;

interface ListedBlock {
  block: string;
  where: "Latest" | "Committed" | "Uncommitted";
}

/** The protocol's limit, and room for the longest names of so many blocks. */
const MOST_BLOCKS = 50_000;
/** How often a list names each of its blocks, on average, at most. */
const MOST_REPEATED = 10;
const LARGEST_BODY = 16 * 1024 * 1024;
// Nothing here is followed by what matches the same: a pattern that could be tried in many ways would take days.
const LISTED = /<(Latest|Committed|Uncommitted)>([^<]*)<\/\1>/g;
/** Around them, without spaces. */
const AROUND = /^(<\?xml[^>]*\?>)?<BlockList(\/>|><\/BlockList>)$/;

/** Reads Put Block List's body. Whatever is not exactly such a list is refused: half of a list would be half a blob. */
async function readBlockList(body: Readable, md5: string | undefined): Promise<ListedBlock[]> {
  const bytes = await wholeBody(body, LARGEST_BODY);
  requireMd5(createHash("md5").update(bytes).digest("base64"), md5);
  const text = bytes.toString("utf8");
  if (!AROUND.test(text.replace(LISTED, "").replace(/\s+/g, ""))) throw new StoreError("InvalidXmlDocument");
  const listed = [...text.matchAll(LISTED)].map(([, where, block]) => ({
    where: where as ListedBlock["where"],
    block: blockName(block!.trim()),
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
