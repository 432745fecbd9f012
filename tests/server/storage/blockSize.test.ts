import { BlockBlobClient } from "@azure/storage-blob";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { DEFAULT_FOLDER_LIMITS } from "../../../src/contract/model-folder/checkPaths.ts";
import { getBlockSize, writeBlob } from "../../../src/server/storage/writeBlob.ts";

const MIB = 1024 ** 2;
const ADDRESS = "http://127.0.0.1:1/account/container/blob";
/** Azure's limits. */
const MAX_BLOCKS = 50_000;
const MAX_BLOCK_BYTES = 4000 * MIB;

it("uses blocks of 8 MiB for a file of usual or unknown size", () => {
  for (const size of [undefined, 0, 1, MAX_BLOCKS * 8 * MIB]) expect(getBlockSize(size)).toBe(8 * MIB);
});

it("uses larger blocks, in whole MiB, for a file that would need too many", () => {
  expect(getBlockSize(MAX_BLOCKS * 8 * MIB + 1)).toBe(9 * MIB);
  for (const size of [400, 401, 777, 1024].map((gib) => gib * 1024 * MIB)) {
    const blockSize = getBlockSize(size);
    expect(Math.ceil(size / blockSize)).toBeLessThanOrEqual(MAX_BLOCKS);
    expect(blockSize % MIB).toBe(0);
  }
});

it("supports a file as large as the limit for a whole model", () => {
  expect(getBlockSize(DEFAULT_FOLDER_LIMITS.maxTotalBytes)).toBe(21 * MIB);
  expect(getBlockSize(DEFAULT_FOLDER_LIMITS.maxTotalBytes)).toBeLessThan(MAX_BLOCK_BYTES);
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
