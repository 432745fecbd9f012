import { BlockBlobClient } from "@azure/storage-blob";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/contract/model-folder/modelFolderPaths.ts";
import { blockSizeFor } from "../../../src/server/storage/writeBlob.ts";
import { writeBlob } from "../../../src/server/storage/writeBlob.ts";

const MIB = 1024 ** 2;
const ADDRESS = "http://127.0.0.1:1/account/container/blob";
/** What Azure takes of one blob, and of one block. */
const MOST_BLOCKS = 50_000;
const LARGEST_BLOCK = 4000 * MIB;

it("takes blocks of 8 MiB as long as they are few enough, also where the size is not known", () => {
  for (const size of [undefined, 0, 1, MOST_BLOCKS * 8 * MIB]) expect(blockSizeFor(size)).toBe(8 * MIB);
});

it("takes larger blocks, of whole MiB, for a file that would need too many", () => {
  expect(blockSizeFor(MOST_BLOCKS * 8 * MIB + 1)).toBe(9 * MIB);
  for (const size of [400, 401, 777, 1024].map((gib) => gib * 1024 * MIB)) {
    const blockSize = blockSizeFor(size);
    expect(Math.ceil(size / blockSize)).toBeLessThanOrEqual(MOST_BLOCKS);
    expect(blockSize % MIB).toBe(0);
  }
});

it("lets the largest model that is taken be one file", () => {
  expect(blockSizeFor(DEFAULT_LIMITS.totalSize)).toBe(21 * MIB);
  expect(blockSizeFor(DEFAULT_LIMITS.totalSize)).toBeLessThan(LARGEST_BLOCK);
});

it.each([
  [undefined, 8],
  [1024 * 1024 * MIB, 21],
])("sends a stream of %s bytes in blocks of %i MiB", async (size, mib) => {
  const blob = new BlockBlobClient(ADDRESS);
  const sent = vi.spyOn(blob, "uploadStream").mockResolvedValue({} as never);
  await writeBlob(blob, Readable.from([Buffer.alloc(2 * MIB)]), size === undefined ? {} : { size });
  expect(sent.mock.calls[0]![1]).toBe(mib * MIB);
});
