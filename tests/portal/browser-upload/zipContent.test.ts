import { expect, it } from "vitest";
import {
  computeChecksums,
  layOutMembers,
  omitUnchangedFiles,
  readZipRange,
} from "../../../src/portal/browser-upload/worker/zipContent.ts";

const SMALL_BYTES = 3;
/** Larger than one read. */
const LARGE_BYTES = 9 * 1024 * 1024;

/** Files of these sizes, and the buffers that were read of them. */
function recordReads(...sizes: number[]) {
  const buffers: ArrayBuffer[] = [];
  const createContent = (size: number): Blob =>
    ({
      size,
      slice: (start: number, end: number) => createContent(end - start),
      arrayBuffer: async () => {
        buffers.push(new ArrayBuffer(size));
        return buffers.at(-1)!;
      },
    }) as Blob;
  const members = sizes.map((size, index) => ({
    ...{ path: `root/${index}.bin`, size, modified: 0, content: createContent(size) },
  }));
  return { members, buffers };
}

const wasFreed = ({ byteLength }: ArrayBuffer) => byteLength === 0;

it("frees what it read of small and large files for their checksums", async () => {
  const { members, buffers } = recordReads(SMALL_BYTES, SMALL_BYTES, LARGE_BYTES);
  const { unreadable, checksums } = await computeChecksums(members, () => undefined);
  expect(unreadable).toEqual([]);
  expect(checksums.size).toBe(3);
  expect(buffers).toHaveLength(4);
  expect(buffers.every(wasFreed)).toBe(true);
});

it("frees what it read of files for a part of the zip, and keeps the part", async () => {
  const { members, buffers } = recordReads(SMALL_BYTES, SMALL_BYTES);
  const layout = layOutMembers(members);
  const { bytes } = await readZipRange(layout, 0, layout.size - 1);
  expect(bytes).toHaveLength(layout.size);
  expect(buffers).toHaveLength(2);
  expect(buffers.every(wasFreed)).toBe(true);
});

it("frees what it read of files to compare them with a version", async () => {
  const { members, buffers } = recordReads(LARGE_BYTES);
  const versionFiles = [{ path: "0.bin", size: LARGE_BYTES, sha256: "another" }];
  expect(await omitUnchangedFiles(members, versionFiles)).toEqual(members);
  expect(buffers).toHaveLength(2);
  expect(buffers.every(wasFreed)).toBe(true);
});
