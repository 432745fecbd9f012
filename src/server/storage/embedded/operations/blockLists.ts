import { sentMetadata, storedHeaders, versionHeaders } from "../blobs/blobHeaders.ts";
import { commitCall } from "../blobs/commitContent.ts";
import type { Container } from "../blobs/container.ts";
import type { Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import type { Part, StoredEntry } from "../blobs/storedEntry.ts";
import { headerOf, type StoreRequest } from "../requests/storeRequest.ts";
import { textElement } from "../requests/xml.ts";
import { xmlAnswer } from "./containers.ts";
import { readBlockList, type ListedBlock } from "./readBlockList.ts";

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
